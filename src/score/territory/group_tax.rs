//! Groups of chains, for the group tax.

use super::point_kind::PointKind;
use crate::go::{ByColor, Chains, Color, Grid, NO_LABEL, Regions};
use crate::score::disjoint_sets::DisjointSets;

/// The group tax of each colour (Black, White): a point for each eye that a group needs, two for a
/// living group and one for a group in seki with an eye (overview, "Group tax"). `position` has no dead stones on
/// it. Where eyes in seki aren't counted at all, a group in seki isn't taxed.
///
/// Chains are one group if they share an enclosed region, a false eye included, since it will be filled
/// and join them. Links over dame aren't looked at: on a finished board there are none.
#[must_use]
pub fn group_tax(position: &Grid, kinds: &[PointKind], seki_eyes: bool) -> ByColor<u32> {
    let chains = Chains::new(position);
    let regions = Regions::new(position);
    let mut groups = DisjointSets::new(chains.color.len());
    for (region, points) in regions.points.iter().enumerate() {
        if regions.owner(region).is_none() {
            continue;
        }
        let around = points.iter().flat_map(|&p| position.neighbors(p as usize));
        let mut around = around.map(|near| chains.of[near]).filter(|&chain| chain != NO_LABEL);
        if let Some(first) = around.next() {
            around.for_each(|chain| groups.join(first, chain));
        }
    }
    let mut tax = ByColor::default();
    let mut taxed_in_seki = vec![false; chains.color.len()];
    for chain in 0..chains.color.len() {
        let group = usize::from(groups.find(chain as u16));
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
