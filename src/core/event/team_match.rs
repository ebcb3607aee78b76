//! Matches of teams: what the games of two teams in a round give together.

use std::collections::BTreeMap;
use std::fmt;

use super::conclusion::Conclusion;
use super::round::RoundId;
use crate::go::Points;
use crate::plural::pluralize;

/// A match of two teams in a round. Its text is a line for people: `round 2: Berlin - Hamburg 2:1`.
#[derive(Clone, Debug)]
pub struct TeamMatch {
    /// The round; `None` where neither table nor records have it.
    pub round: Option<RoundId>,
    pub teams: [String; 2],
    /// Twice the points of each team: 2 for a win, 1 for a draw.
    pub half_points: [u32; 2],
    pub open: u32,
}

/// A round and two teams in the order of the alphabet.
type Pair<'a> = (Option<&'a RoundId>, [&'a str; 2]);

impl Conclusion {
    /// Returns the matches of teams by round, with the results that count; none if a player has several teams.
    pub fn matches(&self) -> Vec<TeamMatch> {
        let mut matches: BTreeMap<Pair, TeamMatch> = BTreeMap::new();
        for game in self.pairings.iter().filter(|_| !self.has_disputed_teams) {
            let [first, second] = [0, 1].map(|side| &*game.teams[side]);
            if first.is_empty() || second.is_empty() || first == second {
                continue;
            }
            let is_turned = first > second;
            let teams = if is_turned { [second, first] } else { [first, second] };
            let new = || TeamMatch {
                round: game.row.round.clone(),
                teams: teams.map(str::to_owned),
                half_points: [0; 2],
                open: 0,
            };
            let of_teams = matches.entry((game.row.round.as_ref(), teams)).or_insert_with(new);
            of_teams.open += u32::from(game.result().is_unknown());
            for side in [0, 1] {
                of_teams.half_points[side ^ usize::from(is_turned)] += game.half_points(side);
            }
        }
        matches.into_values().collect()
    }
}

impl fmt::Display for TeamMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = &self.round {
            write!(f, "round {round}: ")?;
        }
        let [one, other] = &self.teams;
        let [points, others] =
            self.half_points.map(|half| Points::hundredths(50 * i64::from(half)));
        write!(f, "{one} - {other} {points}:{others}")?;
        match self.open {
            0 => Ok(()),
            open => write!(f, ", {} without a result", pluralize(open, "game")),
        }
    }
}
