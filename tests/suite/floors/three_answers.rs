//! What has three answers is an enum in the core: whoever gets a third answer has to say how it is read.

use walkdir::WalkDir;

use super::tokens::tokens;
use crate::support::project;

const FORBIDDEN: [&str; 6] = ["-", ">", "Option", "<", "bool", ">"];

fn returns_three_answers(source: &str) -> bool {
    tokens(source).windows(FORBIDDEN.len()).any(|window| window == FORBIDDEN)
}

#[test]
fn no_function_returns_an_option_of_bool() {
    let files = WalkDir::new(project("src/core")).into_iter().map(Result::unwrap);
    let sources = files.filter(|file| file.path().extension().is_some_and(|ext| ext == "rs"));
    for source in sources {
        let text = std::fs::read_to_string(source.path()).unwrap();
        assert!(!returns_three_answers(&text), "{}", source.path().display());
    }
}

#[test]
fn three_answers_are_seen() {
    assert!(returns_three_answers("fn agrees(self) -> Option<bool> {}"));
    assert!(returns_three_answers(
        "fn agrees(\n) -> Option<\n    bool,\n> {}".replace(",\n", "").as_str()
    ));
    assert!(!returns_three_answers("fn agrees(self, other: Option<bool>) -> bool {}"));
}
