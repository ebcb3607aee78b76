//! Files packed as archives.

use std::io::{Cursor, Write};

use super::Files;

pub fn tar(files: Files) -> Vec<u8> {
    let files: Vec<(&[u8], &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_bytes(), *bytes)).collect();
    tar_of_any_names(&files)
}

/// The names are written as they are given: the builder would refuse some.
pub fn tar_of_any_names(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    const LONGEST: usize = 100;
    let mut builder = tar::Builder::new(Vec::new());
    let mut append = |kind: tar::EntryType, name: &[u8], bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, bytes).expect("packed");
    };
    for (name, bytes) in files {
        if name.len() > LONGEST {
            append(tar::EntryType::GNULongName, b"././@LongLink", &[name, &b"\0"[..]].concat());
        }
        append(tar::EntryType::Regular, &name[..name.len().min(LONGEST)], bytes);
    }
    builder.into_inner().expect("packed")
}

/// Every second member is stored.
pub fn zip(files: Files) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (number, (name, bytes)) in files.iter().enumerate() {
        let methods = [zip::CompressionMethod::Deflated, zip::CompressionMethod::Stored];
        let options = zip::write::SimpleFileOptions::default();
        let options = options.compression_method(methods[number % 2]);
        writer.start_file(*name, options).expect("packed");
        writer.write_all(bytes).expect("packed");
    }
    writer.finish().expect("packed").into_inner()
}

pub fn seven_zip(files: Files) -> Vec<u8> {
    let mut writer = sevenz_rust2::ArchiveWriter::new(Cursor::new(Vec::new())).expect("packed");
    for (name, bytes) in files {
        let entry = sevenz_rust2::ArchiveEntry::new_file(name);
        writer.push_archive_entry(entry, Some(*bytes)).expect("packed");
    }
    writer.finish().expect("packed").into_inner()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).expect("packed");
    encoder.finish().expect("packed")
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

pub fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("packed");
    writer.write_all(bytes).expect("packed");
    writer.finish().expect("packed")
}
