//! `sgf-audit-glue IN.wasm DIR` writes `DIR/glue.js` and `DIR/glue_bg.wasm`, as the program `wasm-bindgen` does.

use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(input), Some(directory)) = (arguments.next(), arguments.next()) else {
        return Err("usage: sgf-audit-glue IN.wasm DIR".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("glue").no_modules(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(directory)?)
}
