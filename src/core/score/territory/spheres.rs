//! Spheres that one colour holds, the blocks of its chains, and the spaces
//! between them that may be eyes.

use super::barriers::barriers;
use crate::go::{BitBoard, ByColor, Color, NO_LABEL, Parts};
use crate::score::living::PositionWithoutDead;

/// A space within a sphere: connected points without living stones.
pub(super) struct Space {
    /// Whose sphere it is in.
    pub color: Color,
    pub sphere: u16,
    /// The points, in order of discovery.
    pub points: Vec<u16>,
    /// The blocks next to it, each with a point of the space that it touches; each pair once, sorted.
    pub touched: Vec<(u16, u16)>,
}

/// The spheres of a position with their blocks and spaces.
pub(super) struct Spheres {
    /// By point: the sphere that it belongs to, or [`NO_LABEL`] for dame. A sphere is all that one colour
    /// reaches and the other doesn't, as far as the colour can walk over dame; the stones and points of
    /// a sphere live or die together.
    pub of: Vec<u16>,
    /// By point: the block of the living stone there, or [`NO_LABEL`]. Chains are one block if they are
    /// linked over dame.
    pub block: Vec<u16>,
    /// By point: its space, or [`NO_LABEL`].
    pub space: Vec<u16>,
    pub spaces: Vec<Space>,
    /// By block: the spaces that it touches.
    pub around: Vec<Vec<u16>>,
    pub count: usize,
}

impl Spheres {
    /// Finds the spheres of a position.
    pub(super) fn new(cleared: &PositionWithoutDead) -> Self {
        let area = cleared.area();
        let barriers = barriers(cleared);
        let holder = holders(cleared, &barriers);
        let (mut of, mut block) = (vec![NO_LABEL; area], vec![NO_LABEL; area]);
        let (mut sphere_count, mut block_count) = (0, 0);
        for color in Color::BOTH {
            let stopped = |point: usize| barriers[point][color.opponent()];
            let walkable =
                |point: usize| cleared.living(point) != Some(color.opponent()) && !stopped(point);
            let linked = |point: usize| {
                cleared.living(point) == Some(color) || holder[point].is_none() && !stopped(point)
            };
            let size = cleared.grid.size();
            let walked = Parts::new(size, &(0..area).map(walkable).collect::<Vec<_>>()).of;
            let linked = Parts::new(size, &(0..area).map(linked).collect::<Vec<_>>()).of;
            // By set: the number of its sphere or block.
            let (mut sphere, mut numbered) = (vec![NO_LABEL; area], vec![NO_LABEL; area]);
            for point in (0..area).filter(|&point| holder[point] == Some(color)) {
                // No barrier is here: an opposing stone beside it would reach the point.
                let set = usize::from(walked[point]);
                of[point] = number(&mut sphere[set], &mut sphere_count);
                if cleared.living(point).is_some() {
                    let set = usize::from(linked[point]);
                    block[point] = number(&mut numbered[set], &mut block_count);
                }
            }
        }
        let mut spheres = Self {
            of,
            block,
            space: vec![NO_LABEL; area],
            spaces: Vec::new(),
            around: vec![Vec::new(); block_count as usize],
            count: sphere_count as usize,
        };
        spheres.find_spaces(cleared, &holder);
        spheres
    }

    fn find_spaces(&mut self, cleared: &PositionWithoutDead, holder: &[Option<Color>]) {
        for (start, &color) in holder.iter().enumerate() {
            let Some(color) = color else { continue };
            let sphere = self.of[start];
            if self.space[start] != NO_LABEL || cleared.living(start).is_some() {
                continue;
            }
            let number = self.spaces.len() as u16;
            self.space[start] = number;
            let mut points = vec![start as u16];
            let mut touched = Vec::new();
            let mut at = 0;
            while at < points.len() {
                let point = points[at];
                for near in cleared.near(point as usize).filter(|&near| self.of[near] == sphere) {
                    if cleared.living(near).is_some() {
                        touched.push((self.block[near], point));
                    } else if self.space[near] == NO_LABEL {
                        self.space[near] = number;
                        points.push(near as u16);
                    }
                }
                at += 1;
            }
            touched.sort_unstable();
            touched.dedup();
            for pair in touched.chunk_by(|a, b| a.0 == b.0) {
                self.around[pair[0].0 as usize].push(number);
            }
            self.spaces.push(Space { color, sphere, points, touched });
        }
    }
}

/// By point: the colour that holds it, its living stones reaching it and the opponent's not.
fn holders(cleared: &PositionWithoutDead, barriers: &[ByColor<bool>]) -> Vec<Option<Color>> {
    let mut holder: Vec<Option<Color>> = (0..cleared.area())
        .map(|point| cleared.living(point).or_else(|| cleared.owner(point)))
        .collect();
    let size = cleared.grid.size();
    let [black, white, open] = BitBoard::by_stone(&cleared.grid);
    let reached = [(Color::Black, black), (Color::White, white)].map(|(color, stones)| {
        let barred = (0..cleared.area()).filter(|&at| barriers[at][color.opponent()]);
        // What bars the way is reached, too.
        let walked = stones.dilate().flood(&open.difference(&BitBoard::of(size, barred)));
        stones.complement().difference(&walked).complement().dilate()
    });
    for (color, [own, other]) in Color::BOTH.into_iter().zip([[0, 1], [1, 0]]) {
        let only = reached[own].difference(&reached[other]).difference(&open.complement());
        only.places().for_each(|at| holder[at] = Some(color));
    }
    holder
}

/// Gives a set the next number unless it has one.
fn number(of_set: &mut u16, next: &mut u16) -> u16 {
    if *of_set == NO_LABEL {
        *of_set = *next;
        *next += 1;
    }
    *of_set
}
