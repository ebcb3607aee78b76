//! Results in words: `White wins by 3.5 points`, `Schwarz gibt auf`, `黑中盘胜`.
//!
//! The winner is the player named with a word of winning, or the other one than the player named with a word of losing. A text
//! that names a player with neither or with both isn't read, nor one in which two clauses disagree.

use super::outcome::{Outcome, RecordedResult, WinBy};
use super::quantity::Quantity;
use super::tokens::{Token, tokens};
use super::words::{Field, Role, word_at};
use crate::go::{Color, Points};

/// Number of points of the board on which most games are played.
const STANDARD_BOARD: usize = 361;

/// The result of a win by a margin.
pub(super) fn by_points(winner: Color, margin: Quantity) -> RecordedResult {
    let (points, zi) = margin.in_points();
    let won = |how| RecordedResult { zi, ..RecordedResult::nonstandard(Outcome::Win(winner, how)) };
    match points {
        Points::ZERO => RecordedResult { zero_margin: true, ..won(WinBy::Unspecified) },
        points => won(WinBy::Points(points)).unless_area(STANDARD_BOARD),
    }
}

/// A word for a way to win or lose.
enum Way {
    /// Of the loser, as a verb: resigns.
    Verb(WinBy),
    /// Of the loser, as a noun: resignation.
    Noun(WinBy),
    /// Of either.
    Neutral(WinBy),
}

fn way(token: Token) -> Option<Way> {
    let Token::Word(word) = token else { return None };
    Some(match word.role {
        Role::Resigns => Way::Verb(WinBy::Resignation),
        Role::Resignation => Way::Noun(WinBy::Resignation),
        Role::ByResignation => Way::Neutral(WinBy::Resignation),
        Role::TimesOut => Way::Verb(WinBy::Time),
        Role::Time => Way::Noun(WinBy::Time),
        Role::OnTime => Way::Neutral(WinBy::Time),
        Role::Forfeits => Way::Verb(WinBy::Forfeit),
        Role::Forfeit => Way::Noun(WinBy::Forfeit),
        Role::BreaksRule => Way::Verb(WinBy::IllegalMove),
        Role::Illegal => Way::Noun(WinBy::IllegalMove),
        Role::Absent => Way::Verb(WinBy::Default),
        Role::Default | Role::Walkover => Way::Neutral(WinBy::Default),
        Role::Referee | Role::Judged => Way::Neutral(WinBy::Adjudication(None)),
        Role::Counted => Way::Neutral(WinBy::Unspecified),
        _ => return None,
    })
}

/// The way to win that a letter or a short word means after a plus sign or `by`.
pub(super) fn letter(text: &str) -> Option<WinBy> {
    let word = word_at(Field::Result, text.trim())?;
    let is_whole = word.role == Role::Letter && word.len == text.trim().len();
    is_whole.then(|| of_letter(word.value)).flatten()
}

fn of_letter(number: Points) -> Option<WinBy> {
    const WAYS: [WinBy; 3] = [WinBy::Resignation, WinBy::Time, WinBy::Forfeit];
    WAYS.into_iter().zip(1..).find_map(|(way, of)| (number == Points::whole(of)).then_some(way))
}

/// The way to win that a text states, if it states nothing else.
pub(super) fn way_of(text: &str) -> Option<WinBy> {
    let tokens = tokens(Field::Result, text)?;
    let mut how = None;
    for token in tokens {
        match way(token) {
            Some(Way::Verb(other) | Way::Noun(other) | Way::Neutral(other)) => {
                how = Some(merged(how, other)?);
            }
            None if matches!(token.role(), Some(Role::Filler | Role::By | Role::Of)) => {}
            None => return None,
        }
    }
    how
}

/// The way that two words mean together. `None` if they contradict each other.
fn merged(before: Option<WinBy>, other: WinBy) -> Option<WinBy> {
    use WinBy::{Adjudication, Default, Forfeit, IllegalMove, Time};
    match (before, other) {
        (None, way) => Some(way),
        (Some(one), other) if one == other => Some(one),
        (Some(Adjudication(None)), way) | (Some(way), Adjudication(None)) => Some(way),
        (Some(Forfeit), way @ (Time | IllegalMove | Default))
        | (Some(way @ (Time | IllegalMove | Default)), Forfeit) => Some(way),
        _ => None,
    }
}

/// Reads a normalized text. `None` if it isn't a result, or not every word of it is known.
pub(super) fn result_in_words(text: &str) -> Option<RecordedResult> {
    let tokens = tokens(Field::Result, text)?;
    if let Some(outcome) = without_winner(&tokens) {
        return outcome.map(RecordedResult::nonstandard);
    }
    let mut read = Statement::default();
    let mut moves = None;
    let is_end = |token: &Token| *token == Token::Mark || token.role() == Some(Role::And);
    for clause in tokens.split(is_end) {
        let mut words = Vec::new();
        for &token in clause {
            match token {
                Token::Quantity(Quantity { value, unit: Some(Role::Moves) }) => {
                    let number = u32::try_from(value.as_hundredths() / 100).ok();
                    moves = number.filter(|_| value.fraction() == 0);
                }
                token if token.role() == Some(Role::Remark) => {}
                token => words.push(token),
            }
        }
        read = read.and(clause_of(&words)?)?;
    }
    let winner = read.winner?;
    let outcome = |how| RecordedResult::nonstandard(Outcome::Win(winner, how));
    let won = match (read.how, read.margin) {
        (None | Some(WinBy::Adjudication(None)), Some(margin)) => by_points(winner, margin),
        (Some(WinBy::Unspecified), Some(margin)) => by_points(winner, margin),
        (Some(_), Some(_)) => return None,
        (how, None) => outcome(how.unwrap_or(WinBy::Unspecified)),
    };
    // Nobody wins by nothing.
    (!won.zero_margin).then_some(RecordedResult { moves, ..won })
}

/// The outcome of a text with a word for a result without a winner: `Some(None)` if the text says more, `None` if it has no
/// such word.
fn without_winner(tokens: &[Token]) -> Option<Option<Outcome>> {
    let outcome = |token: &Token| match token.role()? {
        Role::Draw => Some(Outcome::Draw),
        Role::Void => Some(Outcome::Void),
        Role::Annulled => Some(Outcome::Annulled),
        Role::Suspended => Some(Outcome::Suspended),
        Role::Unknown => Some(Outcome::Unknown),
        Role::BothLose => Some(Outcome::BothLose),
        Role::NotPlayed => Some(Outcome::NotPlayed),
        _ => None,
    };
    let first = tokens.iter().find_map(outcome)?;
    let is_more = |token: &Token| match (token, token.role()) {
        (Token::Mark, _) | (Token::Quantity(Quantity { unit: Some(Role::Moves), .. }), _) => false,
        (_, Some(Role::Filler | Role::Remark | Role::By | Role::Of)) => false,
        _ => outcome(token) != Some(first),
    };
    Some((!tokens.iter().any(is_more)).then_some(first))
}

/// What a clause says of the result.
#[derive(Clone, Copy, Default)]
struct Statement {
    winner: Option<Color>,
    how: Option<WinBy>,
    margin: Option<Quantity>,
}

impl Statement {
    /// Both statements together. `None` if they contradict each other.
    fn and(self, other: Self) -> Option<Self> {
        let winner = match (self.winner, other.winner) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        let how = match other.how {
            Some(how) => Some(merged(self.how, how)?),
            None => self.how,
        };
        let margin = match (self.margin, other.margin) {
            (Some(one), Some(other)) if one != other => return None,
            (one, other) => one.or(other),
        };
        Some(Self { winner, how, margin })
    }
}

fn player(token: &Token) -> Option<Color> {
    match token.role()? {
        Role::Black => Some(Color::Black),
        Role::White => Some(Color::White),
        _ => None,
    }
}

/// Whether a token says who won or lost, or who gave up.
fn decides(token: &Token) -> bool {
    use Role::{Beaten, Beats, Defeated, Judged, Loses, Walkover, Wins};
    matches!(token.role(), Some(Wins | Beats | Defeated | Beaten | Loses | Judged | Walkover))
        || matches!(way(*token), Some(Way::Verb(_) | Way::Noun(_)))
}

fn is_noun(token: &Token) -> bool {
    matches!(way(*token), Some(Way::Noun(_)))
}

/// The role of the last word that says something.
fn last_role(tokens: &[Token]) -> Option<Role> {
    tokens.iter().rev().filter_map(|token| token.role()).find(|role| *role != Role::Filler)
}

/// Reads a clause. `None` if it can't be read.
fn clause_of(tokens: &[Token]) -> Option<Statement> {
    let players: Vec<usize> =
        (0..tokens.len()).filter(|&at| player(&tokens[at]).is_some()).collect();
    match players[..] {
        [] => without_player(tokens),
        [at] => of_player(tokens[at], &tokens[..at], &tokens[at + 1..]),
        [first, second] => of_two(tokens, first, second),
        _ => None,
    }
}

/// A clause that names no player: how, and how much.
fn without_player(tokens: &[Token]) -> Option<Statement> {
    let mut facts = Facts::default();
    for (at, token) in tokens.iter().enumerate() {
        facts.add(*token, at.checked_sub(1).map(|before| tokens[before]))?;
    }
    let is_more = facts.wins || facts.loses || facts.verb || facts.beaten;
    (!is_more).then_some(Statement { winner: None, how: facts.how, margin: facts.margin })
}

/// The words of a clause beside its players.
#[derive(Default)]
struct Facts {
    wins: bool,
    loses: bool,
    beaten: bool,
    has: bool,
    verb: bool,
    noun: bool,
    how: Option<WinBy>,
    margin: Option<Quantity>,
}

impl Facts {
    /// Adds a word. `before`: the one before it. `None` if it can't stand there.
    fn add(&mut self, token: Token, before: Option<Token>) -> Option<()> {
        let role = match token {
            Token::Mark => return None,
            Token::Quantity(margin) => {
                // `game 3`
                use Role::{Beats, Black, By, Defeated, Loses, Of, White, Wins};
                let is_led = matches!(
                    before.and_then(Token::role),
                    Some(By | Of | Wins | Loses | Beats | Defeated | Black | White)
                );
                let is_margin = margin.unit.is_some() || is_led;
                return (is_margin && self.margin.replace(margin).is_none()).then_some(());
            }
            Token::Word(word) if word.role == Role::Letter => {
                let is_led = before.and_then(Token::role) == Some(Role::By);
                self.how = Some(merged(self.how, of_letter(word.value).filter(|_| is_led)?)?);
                return Some(());
            }
            Token::Word(word) => word.role,
        };
        match way(token) {
            Some(Way::Verb(how)) => (self.verb, self.how) = (true, Some(merged(self.how, how)?)),
            Some(Way::Noun(how)) => (self.noun, self.how) = (true, Some(merged(self.how, how)?)),
            Some(Way::Neutral(how)) => self.how = Some(merged(self.how, how)?),
            None => {}
        }
        match role {
            Role::Wins | Role::Beats | Role::Walkover => self.wins = true,
            Role::Loses | Role::Judged => self.loses = true,
            Role::Beaten => self.beaten = true,
            Role::Has => self.has = true,
            Role::By | Role::Of | Role::Filler => {}
            _ if way(token).is_some() => {}
            _ => return None,
        }
        Some(())
    }

    /// All words of two parts of a clause.
    fn of(parts: [&[Token]; 2], player: Token) -> Option<Self> {
        let mut facts = Self::default();
        for (part, first) in parts.into_iter().zip([None, Some(player)]) {
            let mut before = first;
            for &token in part {
                facts.add(token, before)?;
                before = Some(token);
            }
        }
        Some(facts)
    }

    fn won_by(&self, winner: Color) -> Statement {
        Statement { winner: Some(winner), how: self.how, margin: self.margin }
    }
}

/// The statement of a clause about one player.
fn of_player(named: Token, before: &[Token], after: &[Token]) -> Option<Statement> {
    let player = player(&named)?;
    let facts = Facts::of([before, after], named)?;
    // `Win by Black resignation` and `Win by resignation of Black` name the loser.
    let wins_before = before.iter().any(|token| token.role() == Some(Role::Wins));
    let noun_first =
        after.iter().find(|token| token.role() != Some(Role::Filler)).is_some_and(is_noun);
    let noun_last = before.iter().rev().find(|token| decides(token)).is_some_and(is_noun);
    if facts.has && facts.beaten || wins_before && (noun_first || noun_last) {
        return None;
    }
    // `Beaten by Black`
    let may_win =
        |token: &Token| !decides(token) || token.role() == Some(Role::Wins) || is_noun(token);
    if last_role(before) == Some(Role::By) && !before.iter().all(may_win) {
        return None;
    }
    let loses = facts.loses || facts.beaten || facts.verb;
    let led = after.iter().find(|token| token.role() != Some(Role::Filler));
    let is_led = led.and_then(|token| token.role()) == Some(Role::By);
    match (facts.wins, loses) {
        (true, true) => None,
        (true, false) => Some(facts.won_by(player)),
        (false, true) => Some(facts.won_by(player.opponent())),
        // `Black by 3.5`
        (false, false) if is_led && (facts.how.is_some() || facts.margin.is_some()) => {
            Some(facts.won_by(player))
        }
        // `Forfeit W` may name the winner.
        (false, false) if before.last().and_then(|token| token.role()) == Some(Role::Forfeit) => {
            None
        }
        (false, false) => facts.noun.then(|| facts.won_by(player.opponent())),
    }
}

/// The statement of a clause about two players, at these places.
fn of_two(tokens: &[Token], first: usize, second: usize) -> Option<Statement> {
    let (one, other) = (player(&tokens[first])?, player(&tokens[second])?);
    let (before, between, after) =
        (&tokens[..first], &tokens[first + 1..second], &tokens[second + 1..]);
    let any_decides = |tokens: &[Token]| tokens.iter().any(decides);
    if one == other {
        let says_nothing =
            before.is_empty() && between.iter().all(|token| token.role() == Some(Role::Filler));
        return says_nothing.then(|| of_player(tokens[second], &[], after)).flatten();
    }
    // The scores of both: `W 36.5 B 77.0`.
    if let ([], [Token::Quantity(_)], [Token::Quantity(_)]) = (before, between, after) {
        return Some(Statement::default());
    }
    let link = last_role(between);
    let is_beaten =
        |token: &Token| matches!(token.role(), Some(Role::Beaten | Role::Defeated | Role::Loses));
    let is_after = after.iter().any(|token| token.role() == Some(Role::Beaten));
    let is_passive = link == Some(Role::By) && (is_after || between.iter().any(is_beaten));
    if is_passive || matches!(link, Some(Role::Over | Role::To | Role::Against)) {
        return linked(tokens, first, second, link?);
    }
    if matches!(link, Some(Role::Beats | Role::Defeated))
        && !any_decides(after)
        && !any_decides(before)
    {
        let at = between.iter().position(decides)?;
        let facts = Facts::of([&between[at + 1..], after], tokens[second])?;
        return (!any_decides(&between[at + 1..])
            && Facts::of([before, &between[..at]], tokens[first]).is_some())
        .then(|| facts.won_by(one));
    }
    // `Schwarz hat Weiß geschlagen`
    if link == Some(Role::Has) && before.is_empty() && between.len() == 1 {
        let facts = Facts::of([&[], after], tokens[second])?;
        return (facts.beaten && !facts.wins && !facts.loses && !facts.verb && !facts.noun)
            .then(|| facts.won_by(one));
    }
    // `Black wins by resignation of White`
    let of_noun = between
        .iter()
        .rev()
        .find(|token| !matches!(token.role(), Some(Role::Filler | Role::Of | Role::By)));
    if of_noun.is_some_and(is_noun) && !any_decides(after) {
        let facts = Facts::of([before, between], tokens[first])?;
        let rest = without_player(after)?;
        return (facts.wins && !facts.loses && !facts.verb && !facts.beaten)
            .then(|| facts.won_by(one))?
            .and(rest);
    }
    let says_nothing = |token: &Token| matches!(token.role(), Some(Role::By | Role::Filler));
    let of_one = if between.iter().all(says_nothing) {
        of_player(tokens[first], before, &[])?
    } else if any_decides(before) {
        return None;
    } else {
        let end = between.len() - usize::from(link == Some(Role::By));
        of_player(tokens[first], before, &between[..end])?
    };
    of_one.and(of_player(tokens[second], &[], after)?)
}

/// The statement of a clause in which a word links the second player to what is said of the first: `White lost to Black`.
fn linked(tokens: &[Token], first: usize, second: usize, link: Role) -> Option<Statement> {
    let one = player(&tokens[first])?;
    let at = (first..second).rev().find(|&at| tokens[at].role() == Some(link))?;
    let (before, between, after) =
        (&tokens[..first], &tokens[first + 1..at], &tokens[second + 1..]);
    let said = before.iter().chain(between);
    let is_said = said.clone().any(decides);
    // `White lost to Black timeout` doesn't say whose time it was.
    let led = after.iter().find(|token| token.role() != Some(Role::Filler));
    let is_led = led.is_none_or(|token| token.role() == Some(Role::By) || !decides(token));
    let more = |token: &Token| decides(token) && !is_noun(token);
    if is_said && (!is_led || after.iter().any(more)) {
        return None;
    }
    let defeated = said.clone().any(|token| token.role() == Some(Role::Defeated));
    let plain: Vec<Token> =
        between.iter().copied().filter(|token| token.role() != Some(Role::Defeated)).collect();
    let facts = Facts::of([before, &plain], tokens[first])?;
    let rest = Facts::of([&[], after], tokens[second])?;
    let is_active = (facts.has || rest.has) && (facts.beaten || rest.beaten);
    if is_active || facts.wins && rest.noun && !is_said {
        return None;
    }
    let wins = facts.wins || rest.wins;
    let loses = facts.loses
        || facts.verb
        || facts.beaten
        || defeated
        || rest.loses
        || rest.verb
        || rest.beaten;
    let fits = match link {
        Role::Over => wins,
        Role::To | Role::By => loses,
        _ => true,
    };
    let winner = match (wins, loses) {
        (true, false) if fits => one,
        (false, true) if fits => one.opponent(),
        _ => return None,
    };
    facts.won_by(winner).and(rest.won_by(winner))
}
