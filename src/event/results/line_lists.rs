//! What the formats share that have one player or game per line.

/// Returns the lines with their numbers, from 1, without empty ones.
pub(super) fn numbered_lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty())
}
