// A worker: one instance of the library, and what the page asks of it.
let auditing;
let report;
let settings;

const bytesOf = async file => new Uint8Array(await file.arrayBuffer());
// Reads an event; nothing where there is none. What takes it also frees it.
const eventOf = ({ terms, results }) => {
  if (!terms && !results) return undefined;
  const event = new wasm_bindgen.Event();
  if (terms) event.terms(terms.path, terms.bytes);
  if (results) event.results(results.path, results.bytes, results.encoding);
  return event;
};
const judge = () => { auditing ??= new wasm_bindgen.Auditing(settings.rules, settings.komi, eventOf(settings)); return auditing; };
const reported = () => { report ??= new wasm_bindgen.Report(eventOf(settings)); return report; };

const tasks = {
  // Audits files one after the other; each is answered when it is done.
  async audit({ files }) {
    for (const { index, path, file, problem, finding } of files) {
      let told = Date.now();
      const alive = games => {
        if (Date.now() - told < 500) return;
        told = Date.now();
        postMessage({ alive: { games } });
      };
      let part;
      if (problem) part = judge().unreadable(path, finding ?? 'unreadable', problem);
      else part = judge().audit(path, await bytesOf(file), alive);
      postMessage({ alive: { index, part } }, [part.buffer]);
    }
  },
  async unpack({ path, file }) {
    let members = [];
    let told = Date.now();
    const tell = () => {
      postMessage({ alive: { members } });
      members = [];
      told = Date.now();
    };
    wasm_bindgen.unpack(path, await bytesOf(file), (member, bytes, finding, problem) => {
      members.push(bytes ? { path: member, file: new Blob([bytes]) } : { path: member, finding, problem });
      if (Date.now() - told > 200) tell();
    });
    tell();
  },
  async whatIs({ path, file, named }) {
    return wasm_bindgen.what_is(path, await bytesOf(file.slice(0, wasm_bindgen.head_bytes())), Boolean(named));
  },
  printable: ({ path }) => wasm_bindgen.printable(path),
  rulesets: () => wasm_bindgen.rulesets(),
  // Fails where the settings can't be used.
  check({ rules, komi }) {
    new wasm_bindgen.Auditing(rules, komi).free();
  },
  readEvent: event => eventOf(event)?.free(),
  async card({ path, file, game, dead, toggled }) {
    return judge().card(path, await bytesOf(file), game, dead, toggled ?? '');
  },
  async repair({ path, file, safety }) {
    const repair = judge().repair(path, await bytesOf(file), safety);
    const { changes, diff, bytes } = repair;
    repair.free();
    return { changes, diff, bytes };
  },
  async convert({ path, file, to }) {
    return judge().convert(path, await bytesOf(file), to);
  },
  add({ parts }) {
    parts.forEach(part => reported().add(part));
    return report.games;
  },
  // `whole`: whether all records are there, so that what only all of them show can be said.
  body({ whole }) {
    if (whole) reported().conclude();
    return reported().body();
  },
  table: ({ name }) => (name === 'report.html' ? reported().html() : reported().table(name)),
};

onmessage = async ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    settings = data;
    return;
  }
  try {
    postMessage({ answer: await tasks[data.task](data) });
  } catch (error) {
    // After a trap the memory can't be trusted; the page starts another worker.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) postMessage({ ended: error.message });
    else postMessage({ error: String(error.message ?? error) });
  }
};
