'use strict';
// The event's file and the table of results among what was dropped, or made here from the records, and which of them are used.
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

  // Uses a file that was made here. Returns whether it is another one than before.
  const use = (kind, path, text) => {
    const before = found[kind].get(path);
    if (chosen[kind] === path && before?.made === text) return false;
    const file = new File([text], path);
    file.made = text;
    found[kind].set(path, file);
    chosen[kind] = path;
    show();
    return true;
  };
  const COLUMNS = ['round', 'black', 'white', 'handicap', 'komi', 'result'];
  const cell = text => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const csv = rows => [COLUMNS, ...rows].map(row => `${row.map(cell).join(',')}\n`).join('');
  const RESULTS = 'results.csv';
  const TERMS = 'event.toml';
  // Uses what is kept of the records, where no file takes its place.
  const useDraft = () => {
    const draft = SgfAuditDecisions.draft();
    const of = kind => draft?.[kind] && [...found[kind === 'event' ? 'terms' : 'results'].values()].every(file => file.made !== undefined);
    const terms = of('event') && use('terms', TERMS, draft.event);
    const results = of('results') && use('results', RESULTS, csv(draft.results));
    return terms || results;
  };
  // Leaves out what was made here.
  const dropDraft = () => {
    for (const [kind, path] of [['terms', TERMS], ['results', RESULTS]]) {
      if (found[kind].get(path)?.made === undefined) continue;
      found[kind].delete(path);
      chosen[kind] = [...found[kind].keys()][0] ?? '';
    }
    show();
  };
  // The text of the event's file that is used; empty if there is none.
  const termsText = async () => (chosen.terms ? (await found.terms.get(chosen.terms).text()).replace(/^\ufeff/, '') : '');

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
    const decisions = SgfAuditDecisions.json();
    if (decisions) {
      try {
        await ask({ task: 'readEvent', terms: settings.terms, decisions });
        settings.decisions = decisions;
      } catch (error) {
        problems.push(`The decisions can’t be used: ${error.message}`);
      }
    }
    $('event-problem').textContent = problems.join('\n');
    $('event-files').hidden = !found.terms.size && !found.results.size && !problems.length;
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
  // ---- Forms in place of files

  const LABELS = {
    name: 'Name', ruleset: 'Ruleset', komi: 'Komi', 'handicap-komi': 'Komi with handicap', 'max-handicap': 'Most handicap stones',
    'board-size': 'Lines of the board', 'first-date': 'First day', 'last-date': 'Last day', 'time.main': 'Main time, in seconds',
    'time.overtime': 'Overtime', ties: 'Ties are won by', records: 'Recorded are', 'date-order': 'Dates are written',
  };
  const CHOICES = {
    ties: [['', 'as the ruleset says'], ['white', 'White'], ['black', 'Black'], ['draw', 'nobody']],
    records: [['', 'all games'], ['some', 'some boards']],
    'date-order': [['', 'year first'], ['dmy', 'day, month, year'], ['mdy', 'month, day, year']],
  };
  // Opens the terms as a form. `ask` asks a worker, `draft` makes a draft of the records; `done` is called once they are used.
  const editTerms = async (ask, draft, done) => {
    const text = await termsText() || (await draft()).event;
    const terms = await ask({ task: 'termsOf', text });
    const form = $('terms-form').querySelector('.fields');
    const value = key => key.split('.').reduce((at, name) => at?.[name], terms);
    form.replaceChildren(...Object.entries(LABELS).map(([key, label]) => {
      const rulesets = [['', 'none'], ...[...$('rules').options].slice(1).map(option => [option.value, option.textContent])];
      const options = key === 'ruleset' ? rulesets : CHOICES[key];
      return SgfAuditDecisions.field(label, key, value(key), options ? { options } : { size: key === 'name' ? 30 : 12 });
    }), make('button', { type: 'submit' }, 'Use these terms'));
    form.onsubmit = async event => {
      event.preventDefault();
      const values = Object.fromEntries(Object.keys(LABELS).map(key => [key, form.elements[key].value.trim()])
        .filter(([key, typed]) => typed !== String(value(key) ?? '')));
      const set = await ask({ task: 'setTerms', text, values });
      if (!await SgfAuditDecisions.check(form, name => set.problems[name] ?? '')) return;
      $('terms-form').close();
      const path = chosen.terms || TERMS;
      use('terms', path, set.text);
      SgfAuditDecisions.keepDraft({ event: set.text });
      done();
    };
    $('terms-form').showModal();
  };
  const SAMPLE = ['1', 'A', 'B', '0', '6.5', 'B+R'];
  // The rows of the table that is used; undefined if there is none, or it can't be read.
  const chosenRows = async ask => {
    const file = found.results.get(chosen.results);
    if (!file) return undefined;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return ask({ task: 'tableForm', path: chosen.results, bytes, encoding: $('encoding').value }).catch(() => undefined);
  };
  // Opens the table of results as a form.
  const editResults = async (ask, draft, done) => {
    // The official table, if there is one, and else what the records say.
    const rows = SgfAuditDecisions.draft()?.results ?? await chosenRows(ask) ?? (await draft()).results;
    const form = $('results-form').querySelector('form:last-child');
    const table = make('table', {});
    const head = make('tr', {});
    head.append(...COLUMNS.map(name => make('th', { scope: 'col' }, name)), make('td', {}));
    const inputs = values => values.map((text, at) => {
      const made = make('td', COLUMNS[at] === 'black' || COLUMNS[at] === 'white' ? {} : { class: 'narrow' });
      const input = make('input', { type: 'text', 'aria-label': COLUMNS[at] });
      input.value = text;
      made.append(input);
      return made;
    });
    const add = values => {
      const row = make('tr', {});
      const wrong = make('td', {});
      wrong.append(make('span', { class: 'problem', role: 'alert' }));
      row.append(...inputs(values), wrong);
      table.append(row);
    };
    table.append(head);
    rows.forEach(add);
    add(COLUMNS.map(() => ''));
    const more = make('button', { type: 'button' }, 'One more row');
    more.addEventListener('click', () => add(COLUMNS.map(() => '')));
    form.replaceChildren(table, more, ' ', make('button', { type: 'submit' }, 'Use this table'));
    form.onsubmit = async event => {
      event.preventDefault();
      const typed = [...table.rows].slice(1).map(row => ({ row, values: [...row.querySelectorAll('input')].map(input => input.value.trim()) }));
      const filled = typed.filter(({ values }) => values[1] || values[2]);
      for (const { row } of typed) {
        row.querySelector('.problem').textContent = '';
        row.querySelectorAll('input').forEach(input => input.removeAttribute('aria-invalid'));
      }
      const problems = await ask({ task: 'tableProblems', text: csv(filled.map(({ values }) => values)) });
      for (const [line, why] of problems) {
        const at = filled[line - 2];
        if (!at) continue;
        at.row.querySelector('.problem').textContent = why;
        // The cell is the one that is wrong in a row that is right otherwise.
        for (const [column, text] of at.values.entries()) {
          const alone = await ask({ task: 'tableProblems', text: csv([SAMPLE.with(column, text)]) });
          if (alone.length) at.row.querySelectorAll('input')[column].setAttribute('aria-invalid', 'true');
        }
      }
      if (problems.length) return (form.querySelector('[aria-invalid]') ?? form.querySelector('input')).focus();
      $('results-form').close();
      SgfAuditDecisions.keepDraft({ results: filled.map(({ values }) => values) });
      use('results', RESULTS, csv(filled.map(({ values }) => values)));
      done();
    };
    $('results-form').showModal();
  };

  // Whether this is one of the files.
  const has = path => found.terms.has(path) || found.results.has(path);
  const isFound = () => found.terms.size + found.results.size > 0;
  return { offer, read, clear, listen, lock, has, isFound, useDraft, dropDraft, termsText, editTerms, editResults, madeResults: () => found.results.get(RESULTS)?.made };
})();
