#!/usr/bin/env bash
# Builds the page:
#   src/web/build.sh [DIR]              static files for any web server, by default in target/page
#   src/web/build.sh --single [FILE]    one file that opens by a double click, by default target/sgf-audit.html
#
# It needs Python 3 and Rust's standard library for WebAssembly: rustup's (`rustup target add wasm32-unknown-unknown`) or Debian's
# (`apt-get install rustc-web cargo-web rust-web-src lld-19`). Without the library, the exit status is 3. wasm-opt (npm's binaryen) makes the
# page a little smaller, if SGF_AUDIT_WASM_OPT names it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
single=
if [ "${1-}" = --single ]; then single=${2:-$root/target/sgf-audit.html}; fi
out=${1:-$root/target/page}
target=${CARGO_TARGET_DIR:-$root/target}/web
wasm=wasm32-unknown-unknown

build=(rustc --release --locked --manifest-path "$here/Cargo.toml" --target "$wasm" --target-dir "$target")
# The estimator takes four numbers at a time. What is to be fast asks for inlining; copies of all else, and of the bodies of loops,
# would make the page a sixth larger and no faster.
# Nor do the paths of this computer belong into it.
read -ra flags <<<"${RUSTFLAGS-}"
flags+=(-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=0 "--remap-path-prefix=$root="
  "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS
small=(-Cllvm-args=-inlinehint-threshold=0 -Cllvm-args=-unroll-runtime=false
  -Cllvm-args=-unroll-allow-partial=false -Cllvm-args=-unroll-threshold=20
  -Cno-vectorize-loops -Cno-vectorize-slp)
# The glue's writer is compiled beside the page.
glue=(--quiet --locked --manifest-path "$here/glue/Cargo.toml" --target-dir "$target/glue")
CARGO_ENCODED_RUSTFLAGS='' cargo build "${glue[@]}" &
glue_build=$!
trap 'wait $glue_build || true' EXIT
if [ -d "$(rustc --print sysroot)/lib/rustlib/$wasm" ]; then
  cargo "${build[@]}" -- "${small[@]}"
elif [ -x /usr/bin/cargo ] && [ -d /usr/share/rust-web-src ] || dpkg -s rust-web-src >/dev/null 2>&1; then
  PATH=/usr/bin:$PATH RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
    cargo "${build[@]}" -Zbuild-std=std,panic_abort -- "${small[@]}"
else
  echo "Rust's standard library for $wasm is missing: rustup target add $wasm" >&2
  exit 3
fi

wait $glue_build
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
CARGO_ENCODED_RUSTFLAGS='' cargo run "${glue[@]}" -- "$target/$wasm/release/sgf_audit_web.wasm" "$made"
if [ -n "${SGF_AUDIT_WASM_OPT-}" ]; then
  "$SGF_AUDIT_WASM_OPT" -O2 --all-features "$made/glue_bg.wasm" -o "$made/smaller.wasm"
  mv "$made/smaller.wasm" "$made/glue_bg.wasm"
fi

if [ -n "$single" ]; then out=$made/page; fi
mkdir -p "$out"
cp "$here"/static/* "$out/"
cp "$root/src/report/html/script.js" "$out/report.js"
cat "$root/src/report/picture/board.css" "$root/src/report/html/style.css" "$here/static/page.css" > "$out/style.css"
rm "$out/page.css"
cat "$made/glue.js" "$here/static/worker.js" > "$out/worker.js"
cp "$made/glue_bg.wasm" "$out/sgf-audit.wasm"
python3 "$root/.github/release/licenses.py" "$wasm" src/web > "$out/licenses.txt"
# A new version of any file is a new version of what browsers keep.
kept=$(cd "$out" && cat index.html ./*.js ./*.css icon.svg licenses.txt sgf-audit.wasm | sha256sum | cut -c1-16)
sed -i.old "s/sgf-audit-VERSION/sgf-audit-$kept/" "$out/sw.js"
rm "$out/sw.js.old"
if [ -n "$single" ]; then
  mkdir -p "$(dirname "$single")"
  python3 "$here/single.py" "$out" "$single"
  exit
fi
echo "$out: $(cd "$out" && cat ./* | gzip -9 | wc -c) bytes, gzipped"
