// Prints the hash that a WebAssembly module makes of the estimator's answers for the boards in a file.
import { readFileSync } from "node:fs";

const [, , path, boards] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
for (const byte of readFileSync(boards)) instance.exports.feed(byte);
console.log((instance.exports.hash() >>> 0).toString(16).padStart(8, "0"));
