//! Guesses that were made before: records of one source name the same players again and again.

use std::cell::RefCell;
use std::collections::HashMap;

use encoding_rs::Encoding;

use super::guess::Guess;

/// What is asked of a text; nothing but the text and this decides the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// Its encoding, where a record declares this one.
    Which(Option<&'static Encoding>),
    /// The encoding that it is surely in, if that isn't UTF-8.
    OtherThanUtf8,
}

/// So many answers are kept, of texts of at most so many bytes.
const MOST: usize = 1024;
const LONGEST: usize = 256;

#[derive(Default)]
struct Answers {
    known: HashMap<Question, HashMap<Box<[u8]>, Option<Guess>>>,
    count: usize,
}

thread_local! {
    static ANSWERS: RefCell<Answers> = RefCell::default();
}

/// The answer to a question about a text: as it was the last time, or as it is found now.
pub(super) fn answer(
    question: Question,
    text: &[u8],
    find: impl FnOnce() -> Option<Guess>,
) -> Option<Guess> {
    if text.len() > LONGEST {
        return find();
    }
    let known = ANSWERS.with_borrow(|answers| answers.known.get(&question)?.get(text).copied());
    known.unwrap_or_else(|| {
        let found = find();
        ANSWERS.with_borrow_mut(|answers| {
            if answers.count == MOST {
                *answers = Answers::default();
            }
            answers.count += 1;
            answers.known.entry(question).or_default().insert(text.into(), found);
        });
        found
    })
}

#[cfg(test)]
mod tests {
    use encoding_rs::{GBK, UTF_8};

    use super::super::guess::Confidence;
    use super::*;

    #[test]
    fn each_question_is_answered_once_as_long_as_there_is_room() {
        let guess = |encoding| Some(Guess { encoding, confidence: Confidence::Sure });
        let ask = |question, text: &[u8], found| {
            let mut asked = false;
            let answered = answer(question, text, || {
                asked = true;
                found
            });
            (answered.map(|guess| guess.encoding), asked)
        };
        let which = Question::Which(None);
        assert_eq!(ask(which, b"a", guess(GBK)), (Some(GBK), true));
        assert_eq!(ask(which, b"a", guess(UTF_8)), (Some(GBK), false));
        assert_eq!(ask(which, b"b", guess(UTF_8)), (Some(UTF_8), true));
        assert_eq!(ask(Question::Which(Some(GBK)), b"a", guess(UTF_8)), (Some(UTF_8), true));
        assert_eq!(ask(Question::OtherThanUtf8, b"a", None), (None, true));
        assert_eq!(ask(Question::OtherThanUtf8, b"a", guess(GBK)), (None, false));
        let long = [b'a'; LONGEST + 1];
        for _ in 0..2 {
            assert_eq!(ask(which, &long, guess(GBK)), (Some(GBK), true));
        }
        for number in 0..MOST {
            assert!(ask(which, format!("{number}").as_bytes(), None).1);
        }
        assert_eq!(ask(which, b"a", guess(UTF_8)), (Some(UTF_8), true));
    }
}
