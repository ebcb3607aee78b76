//! Text in cells that a spreadsheet would run as a formula.

use std::borrow::Cow;

/// How text is written that a spreadsheet would run as a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cells {
    /// With a `'` before it.
    #[default]
    Neutralised,
    /// As it is.
    Raw,
}

impl Cells {
    /// Returns text as it is written. A spreadsheet runs what begins with `=`; behind `+`, `-` or `@` only a call (`(`),
    /// a command (`|`) or a reference (`!`) does harm, and names begin so. Wide signs count too, since some locales take
    /// them. Behind `'` the same text has one more, so that it can be told from what was neutralised.
    pub(crate) fn of(self, text: &str) -> Cow<'_, str> {
        let formula = text.trim_start_matches(|c: char| c == '\'' || c.is_whitespace());
        let runs = formula.starts_with(['=', '＝'])
            || formula.starts_with(['+', '-', '@', '＋', '－', '＠'])
                && formula.contains(['(', '|', '!', '（', '！']);
        if self == Self::Neutralised && runs { Cow::Owned(format!("'{text}")) } else { text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_neutralised() {
        for (text, written) in [
            ("=1", "'=1"),
            ("'=1", "''=1"),
            (" =1", "' =1"),
            ("＝1", "'＝1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3+sheet!A1", "'-2+3+sheet!A1"),
            ("-", "-"),
            ("-1", "-1"),
            ("-oz-", "-oz-"),
            ("+1", "+1"),
            ("@home", "@home"),
            ("'t Hooft", "'t Hooft"),
            ("a=b(c)", "a=b(c)"),
        ] {
            assert_eq!(Cells::Neutralised.of(text), written);
            assert_eq!(Cells::Raw.of(text), text);
        }
    }
}
