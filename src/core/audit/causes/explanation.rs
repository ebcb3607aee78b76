//! The causes that give a recorded margin: which of them is likely, and in words.

use std::fmt::Write;

use super::catalog::{
    CAUSES, Cause, Found, KOMI_CAUSES, OTHER_MARKS, OTHER_RULESET, OtherCount, UNRECORDED_KOMI,
    WITHOUT_EVIDENCE,
};
use super::chains::{StoneGroup, flips};
use super::count_model::{CountModel, MarginNotation, SurroundedPoints};
use super::margin_case::MarginCase;
use crate::audit::finding::Detail;
use crate::go::{Color, Points};
use crate::plural::fmt_points;
use crate::rules::{Counting, SharedRuleset};

/// The causes that give a recorded margin, the most probable of [`CAUSES`](super::CAUSES) first.
#[derive(Clone, Debug, Default)]
pub struct MarginExplanation {
    /// The name of the most probable cause.
    pub cause: String,
    /// Whether it is likely: more probable than all others together and a slip of the pen. Otherwise it only fits.
    pub likely: bool,
    /// The names of the other causes that fit, in order of probability.
    pub others: Vec<String>,
    /// The cause as a clause: "the recorded result matches territory counting without White's last pass".
    pub sentence: String,
    /// The sum that gives the recorded margin: "2.5 + 1 = 3.5 points for White"; empty if the sentence has it all.
    pub arithmetic: String,
    /// Stones that give the recorded result with the other status, beside those of the likely cause: "White's stone at C3 dead
    /// rather than alive".
    pub(crate) right_with: Option<String>,
    /// The ruleset by which the result is right, if that is the cause.
    pub ruleset: Option<SharedRuleset>,
    /// The komi that it supposes, if that is the cause.
    komi: Option<Points>,
    /// The stones whose status would have to be the other one, if that is the cause.
    pub stones: Option<StoneGroup>,
}

impl MarginExplanation {
    /// The cause of a result that is right by another ruleset than the one that was assumed.
    pub(crate) fn other_ruleset(other: SharedRuleset, within: Option<Self>) -> Self {
        let sentence = format!(
            "the recorded result is right under {}; the record names no ruleset",
            other.name
        );
        Self { ruleset: Some(other), ..Self::by_another_count(OTHER_RULESET, sentence, within) }
    }

    /// The cause of a result that is right where the record's marks are left aside.
    pub(crate) fn other_marks(within: Option<Self>) -> Self {
        let sentence = "the recorded result is right if the territory marks are ignored".to_owned();
        Self::by_another_count(OTHER_MARKS, sentence, within)
    }

    /// A cause found by counting the game again. The causes within the first count come after it.
    fn by_another_count(cause: &str, sentence: String, within: Option<Self>) -> Self {
        let mut others = Vec::new();
        if let Some(within) = within {
            others.push(within.cause);
            others.extend(within.others);
        }
        Self { cause: cause.to_owned(), likely: true, others, sentence, ..Self::default() }
    }

    /// Returns the explanation without the causes that suppose another komi than the game had; `None` if no other fits. The
    /// causes that are left only fit if the first one goes.
    pub(crate) fn with_known_komi(mut self, komi: Points) -> Option<Self> {
        let supposes_komi = |name: &String| KOMI_CAUSES.contains(&name.as_str());
        self.others.retain(|name| !supposes_komi(name));
        if self.komi.is_none_or(|supposed| supposed == komi) {
            return Some(self);
        }
        let mut others = std::mem::take(&mut self.others).into_iter();
        let cause = others.next()?;
        let left = Self::by_another_count(&cause, String::new(), None);
        Some(Self { likely: false, others: others.collect(), ..left })
    }

    /// The name of the cause, if it is likely.
    pub fn likely_cause(&self) -> Option<&str> {
        self.likely.then_some(&self.cause)
    }

    /// The names of the causes that fit without being likely.
    pub fn also_fit(&self) -> Vec<&str> {
        let first = (!self.likely).then_some(&self.cause);
        first.into_iter().chain(&self.others).map(String::as_str).collect()
    }

    /// The lines that support a wrong result: the likely cause with its arithmetic, and the causes that only fit.
    pub(crate) fn details(&self) -> Vec<Detail> {
        let others = self.also_fit();
        let others = (!others.is_empty()).then(|| match others.len() {
            1 => format!("{}, by the number only", others[0]),
            number => format!("{} ({number} causes, by the number only)", others.join(", ")),
        });
        if !self.likely {
            let right = self.in_words().map_or(String::new(), |right| format!("; {right}"));
            let others = others.map(|others| Detail::new("would fit", others + &right));
            return others.into_iter().collect();
        }
        let arithmetic = Some(&self.arithmetic).filter(|sum| !sum.is_empty()).cloned();
        let lines = [
            ("likely cause", Some(self.sentence.clone())),
            ("arithmetic", arithmetic),
            ("same result with", self.right_with.clone()),
            ("would also fit", others),
        ];
        lines.into_iter().filter_map(|(label, text)| Some(Detail::new(label, text?))).collect()
    }

    /// The likely cause as a clause, or else stones that make the result right.
    pub(crate) fn in_words(&self) -> Option<String> {
        let right = || Some(format!("it is right with {}", self.right_with.as_ref()?));
        if self.likely { Some(self.sentence.clone()) } else { right() }
    }

    /// Whether the cause is that an unrecorded komi is another than the assumed one.
    pub(crate) fn doubts_komi(&self) -> bool {
        self.cause == UNRECORDED_KOMI
    }
}

/// The explanation by the first of the causes that fit.
fn report(
    case: &MarginCase,
    own: CountModel,
    surrounded: &SurroundedPoints,
    fitting: &[(&Cause, OtherCount)],
    likely: bool,
) -> MarginExplanation {
    let (cause, OtherCount { model, words, stones, .. }) = &fitting[0];
    let mut others: Vec<String> = Vec::new();
    for other in fitting[1..].iter().map(|(other, _)| other.name) {
        if other != cause.name && !others.iter().any(|known| known == other) {
            others.push(other.to_owned());
        }
    }
    let counting = match model.counting {
        Counting::Territory => "territory",
        Counting::Area | Counting::Stones => "area",
    };
    let mut sentence = format!("the recorded result matches {counting} counting");
    if !words.is_empty() {
        let _ = write!(sentence, " {words}");
    }
    let counted = model.margin(case, surrounded).unwrap_or(case.recorded);
    // If the likely cause isn't a chain, no chain is worth naming.
    let flipped = fitting.iter().filter_map(|(_, count)| count.stones.as_ref());
    let flipped = flipped.filter(|_| !likely || stones.is_some()).skip(usize::from(likely));
    let mut names = flipped.map(|stones| stones.words(case.grid.size()));
    let first = names.next();
    let right_with = first.map(|first| match names.count() {
        0 => first,
        1 => format!("{first}, or with another chain"),
        more => format!("{first}, or with one of {more} other chains"),
    });
    MarginExplanation {
        cause: cause.name.to_owned(),
        likely,
        others,
        sentence,
        arithmetic: arithmetic(case.counted(), counted, model.written),
        right_with,
        ruleset: None,
        komi: Some(model.komi).filter(|&komi| komi != own.komi),
        stones: stones.clone(),
    }
}

/// The sum that turns one margin into another: "2.5 + 1 = 3.5 points for White". Empty if the players are swapped, since the
/// words say it all.
fn arithmetic(first: Points, last: Points, written: MarginNotation) -> String {
    if written == MarginNotation::Swapped {
        return String::new();
    }
    let decisive = if last == Points::ZERO { first } else { last };
    let winner = if decisive < Points::ZERO { Color::Black } else { Color::White };
    let for_winner = |points: Points| if winner == Color::White { points } else { -points };
    let gain = for_winner(last - first);
    let sign = if gain < Points::ZERO { '-' } else { '+' };
    let step = match written {
        MarginNotation::InZi => "/ 2".to_owned(),
        _ => format!("{sign} {}", gain.abs()),
    };
    let sum = match last {
        Points::ZERO => "0, a draw".to_owned(),
        _ => format!("{} for {winner}", fmt_points(for_winner(last))),
    };
    format!("{} {step} = {sum}", for_winner(first))
}

/// Minimum share of all explanations, a plain slip of the pen included, that a likely cause has.
const MIN_LIKELY: f32 = 0.5;

/// The causes that give exactly the recorded margin, the most probable first; `None` if there are none.
pub(crate) fn explain(case: &MarginCase) -> Option<MarginExplanation> {
    let found = Found { surrounded: SurroundedPoints::new(case), flips: flips(case) };
    let surrounded = &found.surrounded;
    let own = CountModel::new(case);
    let mut fitting: Vec<(f32, (&Cause, OtherCount))> = Vec::new();
    for cause in CAUSES {
        let counts = (cause.counts)(case, own, &found);
        let share = 1.0 / counts.len().max(1) as f32;
        let fits = |count: &OtherCount| count.model.margin(case, surrounded) == Some(case.recorded);
        for count in counts.into_iter().filter(fits) {
            let prior =
                if count.has_evidence { cause.prior } else { WITHOUT_EVIDENCE.min(cause.prior) };
            fitting.push((prior * share, (cause, count)));
        }
    }
    fitting.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let (_, (cause, _)) = fitting.first()?;
    // Ways of one cause of which each would do don't speak against each other.
    let same = fitting.iter().filter(|(_, (other, _))| other.name == cause.name);
    let most: f32 = same.map(|(weight, _)| weight).sum();
    let all: f32 = fitting.iter().map(|(weight, _)| weight).sum();
    let likely = most >= MIN_LIKELY * (all + slip(case.recorded - case.counted()));
    let fitting: Vec<_> = fitting.into_iter().map(|(_, fit)| fit).collect();
    Some(report(case, own, surrounded, &fitting, likely))
}

/// The probability that a slip of the pen changes a margin by this much: mostly by a point or two, seldom by more than ten.
fn slip(difference: Points) -> f32 {
    match difference.abs().as_hundredths() {
        hundredths if hundredths % 100 != 0 => 0.01,
        0..=100 => 0.175,
        101..=200 => 0.075,
        201..=300 => 0.05,
        301..=500 => 0.035,
        501..=900 => 0.03,
        901..=1000 => 0.01,
        _ => 0.002,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_the_winners() {
        let sum = |first: i64, last: i64, written| {
            let [first, last] = [first, last].map(|halves| Points::hundredths(halves * 50));
            arithmetic(first, last, written)
        };
        let exactly = MarginNotation::Exactly;
        assert_eq!(sum(5, 7, exactly), "2.5 + 1 = 3.5 points for White");
        assert_eq!(sum(-5, -3, exactly), "2.5 - 1 = 1.5 points for Black");
        assert_eq!(sum(1, -1, exactly), "-0.5 + 1 = 0.5 points for Black");
        assert_eq!(sum(8, 4, MarginNotation::InZi), "4 / 2 = 2 points for White");
        assert_eq!(sum(16, 0, exactly), "8 - 8 = 0, a draw");
        assert_eq!(sum(5, -5, MarginNotation::Swapped), "");
    }
}
