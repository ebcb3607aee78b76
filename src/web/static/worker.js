// A worker: one instance of the library, and what the page asks of it.
let auditing;
let report;
let settings;

const bytesOf = async file => new Uint8Array(await file.arrayBuffer());
// Reads an event; nothing where there is none. What takes it also frees it.
const eventOf = ({ terms, results, decisions }) => {
  if (!terms && !results && !decisions) return undefined;
  const event = new wasm_bindgen.Event();
  if (terms) event.terms(terms.path, terms.bytes);
  if (decisions) event.decide(decisions);
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
      if (problem) {
        postMessage({ alive: { index, part: judge().unreadable(path, finding ?? 'unreadable', problem) } });
        continue;
      }
      const bytes = await bytesOf(file);
      const part = judge().audit(path, bytes, alive);
      postMessage({ alive: { index, part, key: wasm_bindgen.content_key(bytes) } }, [part.buffer]);
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
  async settle({ path, file, game }) {
    return judge().settle(path, await bytesOf(file), game);
  },
  fieldProblem: ({ kind, key, value }) => wasm_bindgen.field_problem(kind, key, value),
  tableForm: ({ path, bytes, encoding }) => JSON.parse(wasm_bindgen.table_form(path, bytes, encoding)),
  tableProblems: ({ text }) => JSON.parse(wasm_bindgen.table_problems(text)),
  eventFile: ({ text, decisions }) => (decisions ? wasm_bindgen.event_file(text, decisions) : text),
  termsOf: ({ text }) => JSON.parse(wasm_bindgen.terms_of(text)),
  // Sets terms of an event's file one by one. Returns the text, and what is wrong with a value by its key.
  setTerms({ text, values }) {
    const problems = {};
    for (const [key, value] of Object.entries(values)) {
      try {
        text = wasm_bindgen.set_term(text, key, value);
      } catch (error) {
        problems[key] = error.message;
      }
    }
    return { text, problems };
  },
  async draft({ files }) {
    const draft = new wasm_bindgen.Draft();
    for (const { path, file } of files) {
      draft.add(path, await bytesOf(file));
      postMessage({ alive: {} });
    }
    const drafted = { event: draft.event(), results: JSON.parse(draft.results()) };
    draft.free();
    return drafted;
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
  async add({ parts }) {
    for (const part of parts) {
      const bytes = await bytesOf(part);
      reported().add(bytes);
    }
    return reported().games;
  },
  unknownNames: () => JSON.parse(reported().unknown_names()),
  // `whole`: whether all records are there, so that what only all of them show can be said.
  body({ whole }) {
    if (whole) reported().conclude();
    return reported().body();
  },
  table: ({ name }) => (name === 'report.html' ? reported().html() : reported().table(name)),
};

onmessage = async ({ data }) => {
  if (data.settings) {
    if (data.module) wasm_bindgen.initSync({ module: data.module });
    ({ settings } = data);
    [auditing, report] = [undefined, undefined];
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
