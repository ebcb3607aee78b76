//! Kinds of files, and the members of an archive.

use std::ops::ControlFlow;
use std::path::Path;

use js_sys::{Array, Function, Uint8Array};
use sgf_audit::batch::ReadError;
use sgf_audit::report::push_printable;
use sgf_audit_core::archive::{
    ArchiveError, ArchiveErrorKind, ArchiveLimits, Input, Kind, Unpacker, is_record,
    is_record_by_content, may_be_record,
};
use sgf_audit_core::event::EventFile;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Returns the number of bytes that [`what_is`] needs.
#[wasm_bindgen]
pub fn head_bytes() -> u32 {
    EventFile::HEAD as u32
}

/// Bytes of a member that are read at most.
const MAX_MEMBER: u32 = 1 << 28;

/// Bytes that an archive may unpack to: a tab of a browser has a few gigabytes.
const UNPACKED: u64 = 1 << 30;

/// Returns what a file is by its name and its first bytes: `archive`, `record`, `event`, `results`, or `other`, which is
/// read only if a person chose the file itself.
#[wasm_bindgen]
pub fn what_is(path: &str, head: &[u8], is_chosen: bool) -> String {
    let path = Path::new(path);
    let is_archive = Kind::recognise(path, head).is_some() || Kind::is_misnamed(path, head, true);
    let what = if is_archive {
        "archive"
    } else if is_record(path) || may_be_record(path) && is_record_by_content(path, head) {
        "record"
    } else {
        match EventFile::recognise(path, head, is_chosen) {
            Some(EventFile::Terms) => "event",
            Some(EventFile::Results) => "results",
            None => "other",
        }
    };
    what.to_owned()
}

/// Returns the key of a file's content, by which the browser keeps what was decided on its games.
#[wasm_bindgen]
pub fn content_key(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_owned()
}

/// Returns a path as reports write it, with control characters made visible.
#[wasm_bindgen]
pub fn printable(path: &str) -> String {
    let mut printable = String::new();
    push_printable(&mut printable, path);
    printable
}

/// Unpacks an archive. `each` gets the path and the bytes of a record, or the path, nothing, the name of a finding and
/// a message of what couldn't be read.
#[wasm_bindgen]
pub fn unpack(path: &str, bytes: &[u8], each: &Function) {
    let limits = ArchiveLimits { bytes: UNPACKED, members: 1_000_000, ..ArchiveLimits::DEFAULT };
    let unpacker = Unpacker { limits, most: MAX_MEMBER };
    unpacker.unpack(Path::new(path), Input::Bytes(bytes), true, &mut |member| {
        let is_other = |error: &ArchiveError| error.kind == ArchiveErrorKind::OtherName;
        if member.bytes.as_ref().is_err_and(is_other) {
            return ControlFlow::Continue(());
        }
        let read = match member.bytes {
            Ok(bytes) if bytes.len() > MAX_MEMBER as usize => {
                Err(ReadError::TooLarge { limit: MAX_MEMBER })
            }
            Ok(bytes) => Ok(bytes),
            Err(error) => Err(ReadError::from(error)),
        };
        let path = JsValue::from_str(&member.path.to_string_lossy());
        let arguments = match read {
            Ok(bytes) => Array::of2(&path, &Uint8Array::from(bytes)),
            Err(error) => {
                let (finding, why) = (error.finding().as_str(), error.to_string());
                Array::of4(&path, &JsValue::NULL, &finding.into(), &why.into())
            }
        };
        let called = each.apply(&JsValue::NULL, &arguments);
        if called.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
}
