//! The EGF's rating class of a time control.

/// Number of moves by which overtime counts ("Adjusted time", EGF, Tournament classes): 45 in Japanese byo-yomi, 60 in
/// Canadian overtime, 120 with an increment.
const JAPANESE: u64 = 45;
const CANADIAN: u64 = 60;
const FISCHER: u64 = 120;

/// A class with the least basic time, the same with an increment, and the least adjusted time, in minutes.
const CLASSES: [(&str, u64, u64, u64); 3] =
    [("A", 60, 45, 75), ("B", 40, 30, 50), ("C", 25, 20, 30)];

/// Returns the class of a time control: `A`, `B` or `C`; `None` if it is too fast for any, or if the overtime can't be
/// read. `main`: main time in seconds; `overtime`: `5x30`, `25/600`, `+10`, `none`, or empty.
pub fn rating_class(main: u32, overtime: &str) -> Option<&'static str> {
    let main = u64::from(main);
    let number = |text: &str| text.parse::<u64>().ok();
    let (added, is_fischer) = if matches!(overtime, "" | "none") {
        (0, false)
    } else if let Some(increment) = overtime.strip_prefix('+') {
        (number(increment)? * FISCHER, true)
    } else if let Some((_, period)) = overtime.split_once('x') {
        (number(period)? * JAPANESE, false)
    } else {
        let (stones, seconds) = overtime.split_once('/')?;
        (number(seconds)? * CANADIAN / number(stones)?.max(1), false)
    };
    let class = CLASSES.iter().find(|(_, basic, fischer, adjusted)| {
        let basic = if is_fischer { fischer } else { basic };
        main >= basic * 60 && main + added >= adjusted * 60
    });
    class.map(|(name, ..)| *name)
}
