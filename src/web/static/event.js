'use strict';
// The event's file and the table of results among what was dropped, and which of them are used.
const SgfAuditEvent = (() => {
  const { make } = SgfAuditReport;
  const $ = id => document.getElementById(id);
  const NAMES = { terms: 'the event’s file', results: 'the table of results' };
  // Files of each kind by their paths, and the path of the one that is used.
  let found = { terms: new Map(), results: new Map() };
  let chosen = { terms: '', results: '' };

  // Takes the files of a drop. Of each kind, the first one is used. Returns whether there is one.
  const offer = sources => {
    for (const [what, kind] of [['event', 'terms'], ['results', 'results']]) {
      const offered = sources.filter(source => source.what === what);
      offered.forEach(({ path, file }) => found[kind].set(path, file));
      if (offered.length) chosen[kind] = offered[0].path;
    }
    show();
    return sources.length > 0;
  };
  const show = () => {
    for (const kind of ['terms', 'results']) {
      const paths = [...found[kind].keys()].sort();
      const none = make('option', { value: '' }, 'none');
      $(kind).replaceChildren(none, ...paths.map(path => make('option', { value: path }, path)));
      $(kind).value = chosen[kind];
    }
    $('event-files').hidden = !found.terms.size && !found.results.size;
    $('encoding').parentNode.hidden = !chosen.results;
  };

  // Reads what is chosen. Returns { terms, results } as workers take it, without what can't be used; `ask` has a worker
  // read a file. What is wrong is said.
  const read = async ask => {
    const settings = {};
    const problems = [];
    for (const kind of ['terms', 'results']) {
      const path = chosen[kind];
      if (!path) continue;
      try {
        const bytes = new Uint8Array(await found[kind].get(path).arrayBuffer());
        const file = { path, bytes, encoding: $('encoding').value };
        await ask({ task: 'readEvent', [kind]: file });
        settings[kind] = file;
      } catch (error) {
        problems.push(`${path} can’t be used as ${NAMES[kind]}, so the records are checked without it: ${error.message}`);
      }
    }
    $('event-problem').textContent = problems.join('\n');
    return settings;
  };

  const clear = () => {
    found = { terms: new Map(), results: new Map() };
    chosen = { terms: '', results: '' };
    $('encoding').value = '';
    $('event-problem').textContent = '';
    show();
  };
  const listen = changed => {
    for (const kind of ['terms', 'results']) {
      $(kind).addEventListener('change', () => {
        chosen[kind] = $(kind).value;
        show();
        changed();
      });
    }
    $('encoding').addEventListener('change', changed);
  };
  const lock = locked => {
    for (const id of ['terms', 'results', 'encoding']) $(id).disabled = locked;
  };
  // Whether this is one of the files.
  const has = path => found.terms.has(path) || found.results.has(path);
  const isFound = () => found.terms.size + found.results.size > 0;
  return { offer, read, clear, listen, lock, has, isFound };
})();
