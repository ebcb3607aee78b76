//! Values as JSON on one line.

use serde_json::Value;

use crate::printable::is_unprintable;

/// Appends a value on one line. Every unprintable character is escaped, also if JSON doesn't require it, and so is the bracket
/// of `##[`, by which GitHub knows a command.
pub fn push_json(out: &mut String, value: &Value) {
    for c in value.to_string().chars() {
        let is_command = c == '[' && out.ends_with("##");
        if is_command || is_unprintable(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
}
