//! Groups of chains, for the group tax.

use super::PointKind;
use crate::go::{ByColor, Chains, Color, Grid, NO_LABEL, Regions};

/// The group tax of each colour (Black, White): a point for each eye that a group needs, two a living
/// group and one a group in seki with an eye (overview, "Group tax"). `position` has no dead stones on
/// it. Where eyes in seki aren't counted at all there is nothing of them to take off.
///
/// Chains are one group if they share an enclosed region, a false eye included, since it will be filled
/// and join them. Links over dame aren't looked at: on a finished board there are none.
#[must_use]
pub fn group_tax(position: &Grid, kinds: &[PointKind], seki_eyes: bool) -> ByColor<u32> {
    let chains = Chains::new(position);
    let regions = Regions::new(position);
    let mut leader: Vec<usize> = (0..chains.color.len()).collect();
    let find = |leader: &mut Vec<usize>, mut at: usize| {
        while leader[at] != at {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        at
    };
    for (region, points) in regions.points.iter().enumerate() {
        if regions.owner(region).is_none() {
            continue;
        }
        let around = points.iter().flat_map(|&p| position.neighbors(p as usize));
        let mut first = None;
        for near in around.filter(|&near| chains.of[near] != NO_LABEL) {
            let group = find(&mut leader, chains.of[near] as usize);
            let first = *first.get_or_insert(group);
            let first = find(&mut leader, first);
            leader[group] = first;
        }
    }
    let mut tax = ByColor::default();
    let mut taxed_in_seki = vec![false; chains.color.len()];
    for chain in 0..chains.color.len() {
        let group = find(&mut leader, chain);
        let color = chains.color[chain];
        let in_seki = chains.points[chain]
            .iter()
            .any(|&point| kinds.get(point as usize) == Some(&PointKind::SekiStone));
        if !in_seki {
            tax[color] += if group == chain { 2 } else { 0 };
        } else if seki_eyes && !taxed_in_seki[group] && has_eye(position, kinds, &chains, chain) {
            taxed_in_seki[group] = true;
            tax[color] += 1;
        }
    }
    tax
}

/// Whether an eye in seki is next to a chain.
fn has_eye(position: &Grid, kinds: &[PointKind], chains: &Chains, chain: usize) -> bool {
    let eye: fn(Color) -> PointKind = PointKind::SekiEye;
    chains.points[chain].iter().any(|&point| {
        position
            .neighbors(point as usize)
            .any(|near| kinds.get(near) == Some(&eye(chains.color[chain])))
    })
}
