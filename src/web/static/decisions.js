'use strict';
// What a person decides: results, dead stones, penalties, notes, and who is meant by a name. It is kept in this browser by
// the content of the records, and given to the library in the form of an event's file.
const SgfAuditDecisions = (() => {
  const { make } = SgfAuditReport;
  const RECORD = 'sgf-audit:';
  const DRAFT = 'sgf-audit-draft:';
  // The records that are open, by their paths: { key, kept }. What is kept of a record is { games, aliases, draft }; games are
  // { ruling, penalties } by their numbers.
  let open = new Map();
  // The draft of the event's file and of its table: { id, event, results }.
  let draft = null;
  let problem = '';

  const load = name => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  const store = (name, value) => {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
      problem = '';
    } catch {
      problem = 'The browser has no room to keep this, so it is gone when the page is closed: download the event’s file.';
    }
  };
  const hasGames = kept => Object.keys(kept.games ?? {}).length > 0;
  const hasNames = kept => Object.keys(kept.aliases ?? {}).length > 0;
  const isEmpty = kept => !hasGames(kept) && !hasNames(kept) && !kept.draft;
  const save = ({ key, kept }) => store(RECORD + key, isEmpty(kept) ? null : kept);

  // Opens a record. Returns whether anything is kept of it.
  const learn = (path, key) => {
    if (open.has(path)) return false;
    const kept = load(RECORD + key) ?? {};
    open.set(path, { key, kept });
    if (kept.draft && !draft) draft = load(DRAFT + kept.draft);
    return !isEmpty(kept);
  };
  // Names that are taken for another player's, of all records.
  const aliases = () => Object.assign({}, ...[...open.values()].map(({ kept }) => kept.aliases ?? {}));
  const of = (path, game) => open.get(path)?.kept.games?.[game] ?? {};
  // Replaces what is decided on a game: { ruling, penalties }. Fields without a value are left out.
  const decide = (path, game, { ruling, penalties = [] }) => {
    const record = open.get(path);
    if (!record) return;
    const games = { ...record.kept.games };
    delete games[game];
    if (ruling || penalties.length) games[game] = { ruling, penalties };
    record.kept = { ...record.kept, games };
    save(record);
  };
  const rename = (path, name, player) => {
    const record = open.get(path);
    if (!record) return;
    record.kept = { ...record.kept, aliases: { ...record.kept.aliases, [name]: player } };
    save(record);
  };
  const keepDraft = changed => {
    draft = { id: draft?.id ?? crypto.getRandomValues(new Uint32Array(2)).join('-'), ...draft, ...changed };
    store(DRAFT + draft.id, draft);
    for (const record of open.values()) {
      record.kept = { ...record.kept, draft: draft.id };
      save(record);
    }
  };
  // A file's name in an event's file: as short as it is clear.
  const fileName = path => {
    const name = path.split('/').pop();
    const same = [...open.keys()].filter(other => other === name || other.endsWith(`/${name}`));
    return same.length > 1 ? path : name;
  };
  const number = text => Number(String(text).replace(',', '.'));
  // Returns the decisions in the form of an event's file, as JSON; empty if there are none.
  const json = () => {
    const [rulings, penalties] = [[], []];
    for (const [path, { kept }] of [...open].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const [game, decided] of Object.entries(kept.games ?? {})) {
        const place = { file: fileName(path), ...(game === '1' ? {} : { game: Number(game) }) };
        if (decided.ruling) rulings.push({ ...place, ...decided.ruling });
        for (const penalty of decided.penalties ?? []) {
          penalties.push({ ...place, ...penalty, points: number(penalty.points) });
        }
      }
    }
    const names = aliases();
    const all = {
      ...(Object.keys(names).length ? { aliases: names } : {}),
      ...(penalties.length ? { penalties } : {}),
      ...(rulings.length ? { rulings } : {}),
    };
    return Object.keys(all).length ? JSON.stringify(all) : '';
  };
  const count = () => {
    const kept = [...open.values()].map(record => record.kept);
    const games = kept.reduce((sum, { games = {} }) => sum + Object.keys(games).length, 0);
    return { games, names: Object.keys(aliases()).length };
  };
  // Forgets all that is kept of the open records.
  const forget = () => {
    for (const record of open.values()) {
      record.kept = {};
      save(record);
    }
    if (draft) store(DRAFT + draft.id, null);
    draft = null;
  };
  const close = () => {
    open = new Map();
    draft = null;
    problem = '';
  };

  // ---- Forms

  const field = (label, name, value, more = {}) => {
    const text = make('label', {}, `${label} `);
    const wrong = make('span', { class: 'problem', role: 'alert' });
    const { options, ...attributes } = more;
    const input = make(options ? 'select' : 'input', { name, ...(options ? {} : { type: 'text', size: 12 }), ...attributes });
    if (options) input.append(...options.map(([key, words]) => make('option', { value: key }, words)));
    input.value = value ?? '';
    text.append(input, wrong);
    return text;
  };
  // Says at each field of a form what is wrong with it. `ask(name, value)` answers with a message, or nothing. Returns whether
  // all are right.
  const check = async (form, ask) => {
    let right = true;
    for (const input of form.querySelectorAll('input, select')) {
      const wrong = input.parentNode.querySelector('.problem');
      const message = input.value.trim() ? await ask(input.name, input.value.trim()) : '';
      if (wrong) wrong.textContent = message;
      input.setAttribute('aria-invalid', Boolean(message));
      if (message) right = false;
    }
    if (!right) form.querySelector('[aria-invalid=true]').focus();
    return right;
  };
  const today = () => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, '0')).join('-');
  };
  // The form for a game. `facts`: { recorded, counted }; `ask` asks a worker; `done` is called once something is decided.
  const gameForm = (path, game, { recorded, counted }, ask, done) => {
    const { ruling = {}, penalties = [] } = of(path, game);
    const details = make('details', { class: 'decide' });
    details.append(make('summary', {}, 'Decide…'));
    const form = make('form', { class: 'fields', novalidate: '' });
    const result = field('Result', 'result', ruling.result, { placeholder: counted || recorded || 'B+3.5' });
    const results = [...new Set([counted && [counted, 'as counted'], recorded && [recorded, 'as recorded']].filter(Boolean))];
    for (const [text, words] of results) {
      const use = make('button', { type: 'button', class: 'use' }, `${text} (${words})`);
      use.addEventListener('click', () => { result.querySelector('input').value = text; });
      result.append(use);
    }
    const [penalty] = penalties;
    form.append(
      result,
      field('By', 'by', ruling.by ?? load('sgf-audit-by') ?? ''),
      field('Date', 'date', ruling.date ?? today(), { type: 'date' }),
      field('Reason or note', 'reason', ruling.reason, { size: 30 }),
      field('Penalty for', 'color', penalty?.color, { options: [['', 'nobody'], ['black', 'Black'], ['white', 'White']] }),
      field('points', 'points', penalty?.points, { inputmode: 'decimal', size: 4 }),
      field('because', 'because', penalty?.reason, { size: 20 }),
    );
    form.append(make('button', { type: 'submit' }, 'Keep the decision'));
    form.addEventListener('submit', async event => {
      event.preventDefault();
      const value = name => form.elements[name].value.trim();
      const right = await check(form, async (name, text) => {
        if (name === 'points' || name === 'color') return ask({ task: 'fieldProblem', kind: 'penalties', key: name, value: text.replace(',', '.') });
        return name === 'because' ? '' : ask({ task: 'fieldProblem', kind: 'rulings', key: name, value: text });
      });
      if (!right) return;
      if (value('color') && !value('points')) {
        form.elements.points.parentNode.querySelector('.problem').textContent = 'how many points?';
        return form.elements.points.focus();
      }
      store('sgf-audit-by', value('by'));
      const wanted = Object.fromEntries(['result', 'by', 'date', 'reason'].map(name => [name, value(name)]).filter(([, text]) => text));
      if (ruling.dead !== undefined) wanted.dead = ruling.dead;
      const isRuling = wanted.result || wanted.reason || wanted.dead !== undefined;
      const lost = value('color') ? [{ color: value('color'), points: value('points').replace(',', '.'), ...(value('because') ? { reason: value('because') } : {}) }] : [];
      decide(path, game, { ruling: isRuling ? wanted : undefined, penalties: lost });
      done();
    });
    details.append(form);
    return details;
  };
  return {
    learn, decide, of, rename, json, count, forget, close, gameForm, field, check, keepDraft,
    draft: () => draft,
    aliases,
    problem: () => problem,
  };
})();
