'use strict';
// The page: takes files, has them audited by workers, and shows the report as it grows.
(() => {
  const { make, all } = SgfAuditReport;
  const $ = id => document.getElementById(id);
  const report = $('report');

  // What was dropped, archives unpacked: { path, file } or { path, problem, finding }.
  let files = [];
  let paths = new Set();
  // Changes with every start, so that what an earlier one still sends is ignored.
  let run = 0;
  let workers = [];
  let writer = null;
  let helper = null;
  // Number of the next file to audit, of files audited, and of parts given to the report.
  let [next, done, given] = [0, 0, 0];
  let games = 0;
  let expanding = 0;
  let parts = new Map();
  // Files that are audited alone, because a worker ended while it had them among others.
  let again = [];
  let stopped = false;
  // Cards that a person has marked stones on, by file and game.
  let settled = new Map();

  const numberOfWorkers = () => Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2));

  // ---- Files

  const unique = path => {
    let name = path;
    for (let n = 2; paths.has(name); n += 1) name = path.replace(/(\.[^./]*)?$/, ` (${n})$1`);
    paths.add(name);
    return name;
  };
  const push = file => {
    files.push({ ...file, path: unique(file.path) });
  };
  const LARGEST = 1 << 29;

  const take = async found => {
    if (!found.length) return;
    $('start').classList.add('small');
    $('work').hidden = false;
    stopped = false;
    expanding += 1;
    lock();
    begin();
    const mine = run;
    for (const source of found) {
      if (mine !== run || stopped) break;
      await takeOne(source, mine);
      feed();
    }
    if (mine !== run) return;
    expanding -= 1;
    lock();
    if (!files.length) $('state').textContent = 'No records found: no .sgf, .gib, .ngf or .ugf file and no archive.';
    feed();
    show();
  };

  // What is still being read can't be judged anew.
  const lock = () => {
    for (const id of ['rules', 'komi']) $(id).disabled = expanding > 0;
  };

  const takeOne = async (source, mine) => {
    const { path, file, named } = source;
    if (source.problem) return push(source);
    if (file.size > LARGEST) {
      return push({ path, finding: 'too-large', problem: `${file.size} bytes are too many for this page; the command reads them` });
    }
    const what = await helper.ask({ task: 'whatIs', path, file }).catch(() => 'other');
    if (mine !== run) return;
    if (what === 'archive') {
      const members = ({ members }) => {
        if (mine !== run) return;
        members.forEach(push);
        feed();
      };
      await unpacker.ask({ task: 'unpack', path, file }, members)
        .catch(error => mine === run && push({ path, finding: 'unreadable', problem: `it can't be unpacked: ${error.message}` }));
    } else if (what === 'record' || named) {
      push(source);
    }
  };

  // ---- Auditing

  let unpacker = null;
  const begin = () => {
    if (writer) return;
    const { Answering } = SgfAuditPool;
    [writer, helper, unpacker] = [new Answering(), new Answering(), new Answering()];
    workers = Array.from({ length: numberOfWorkers() }, () => ({ answering: new Answering(), busy: false }));
  };

  // Gives work to idle workers.
  const feed = () => {
    for (const worker of workers) {
      if (worker.busy || stopped) continue;
      const batch = nextBatch();
      if (batch.length) work(worker, batch);
    }
  };
  const nextBatch = () => {
    if (again.length) return [again.shift()];
    const batch = [];
    for (let bytes = 0; next < files.length && batch.length < 16 && bytes < 300000; next += 1) {
      batch.push(next);
      bytes += files[next].file?.size ?? 0;
    }
    return batch;
  };
  const work = async (worker, batch) => {
    const mine = run;
    worker.busy = true;
    const open = new Set(batch);
    const request = { task: 'audit', files: batch.map(index => ({ index, ...files[index] })) };
    try {
      await worker.answering.ask(request, ({ index, part }) => {
        if (mine !== run || index === undefined) return;
        open.delete(index);
        add(index, part);
      });
    } catch (error) {
      if (mine !== run) return;
      if (open.size > 1) again.push(...open);
      else await reportAlone(open, error, mine);
    }
    if (mine !== run) return;
    worker.busy = false;
    feed();
    show();
  };
  // Reports the file that ended its worker.
  const reportAlone = async (open, error, mine) => {
    for (const index of open) {
      const problem = `it couldn't be audited here: ${error.message}`;
      const failed = { ...files[index], file: undefined, finding: 'internal-error', problem, index };
      const got = part => mine === run && part.part && add(index, part.part);
      await helper.ask({ task: 'audit', files: [failed] }, got).catch(() => {});
    }
  };
  const add = (index, part) => {
    parts.set(index, part);
    done += 1;
    const ready = [];
    for (; parts.has(given); given += 1) {
      ready.push(parts.get(given));
      parts.delete(given);
    }
    const mine = run;
    if (ready.length) {
      writer.ask({ task: 'add', parts: ready }).then(number => {
        if (mine !== run) return;
        games = number;
        show();
      }).catch(failed);
    }
    show();
    refresh();
  };

  const failed = error => {
    $('problem').textContent = `The report can’t be shown: ${error.message}`;
  };

  const isDone = () => !expanding && done === files.length;
  const show = () => {
    if (!files.length) return;
    const many = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
    const text = isDone() || stopped
      ? `${many(done, 'file')} audited, ${many(games, 'game')}.${stopped && !isDone() ? ' Stopped.' : ''}`
      : `${done} of ${files.length}${expanding ? '+' : ''} files, ${many(games, 'game')}`;
    $('state').textContent = text;
    $('progress').max = files.length;
    $('progress').value = done;
    $('stop').hidden = isDone() || stopped;
    document.body.dataset.done = isDone() || stopped;
  };

  // ---- The report

  let shown = -1;
  let refreshing = false;
  let pause = 0;
  const refresh = async () => {
    if (refreshing || shown === given || !given) return;
    refreshing = true;
    const mine = run;
    try {
      await new Promise(resolve => { setTimeout(resolve, isDone() ? 0 : pause); });
      if (mine !== run) return;
      const state = given;
      const started = performance.now();
      const html = await writer.ask({ task: 'body' });
      if (mine !== run) return;
      update(html);
      shown = state;
      // A long report is drawn less often.
      pause = Math.max(400, 4 * (performance.now() - started));
    } catch (error) {
      shown = given;
      failed(error);
    } finally {
      refreshing = false;
      if (mine === run && shown !== given) refresh();
      else document.body.dataset.shown = isDone() || stopped;
    }
  };

  const raw = new WeakMap();
  const keyOf = card => `${card.dataset.path}\n${card.dataset.game}`;
  const update = html => {
    document.body.dataset.shown = false;
    const template = document.createElement('template');
    template.innerHTML = html;
    const fresh = template.content;
    all('.card', fresh).forEach(card => raw.set(card, card.outerHTML));
    if (!report.firstChild) report.append(fresh);
    else merge(fresh);
    SgfAuditReport.enhance(report);
    all('.card', report).forEach(equip);
    all('.wide td > code', report).forEach(openable);
  };
  const merge = fresh => {
    const chart = report.querySelector('.chart')?.open;
    report.querySelector('.top').replaceWith(fresh.querySelector('.top'));
    if (chart) report.querySelector('.chart').open = true;
    const findings = report.querySelector('.filter [name=finding]');
    const chosen = findings.value;
    findings.replaceChildren(...fresh.querySelector('.filter [name=finding]').children);
    findings.value = chosen;
    const main = report.querySelector('main');
    const kept = new Map(all('.card', main).map(card => [keyOf(card), card]));
    const open = new Set(all('details[open]', main).map(details => details.id));
    const sorted = all('th[aria-sort]', main).map(head => ({
      table: head.closest('[aria-label]').getAttribute('aria-label'),
      column: head.cellIndex,
      down: head.getAttribute('aria-sort') === 'descending',
    }));
    for (const card of all('.card', fresh)) {
      const old = settled.get(keyOf(card)) ?? kept.get(keyOf(card));
      if (old && (settled.has(keyOf(card)) || raw.get(old) === raw.get(card))) card.replaceWith(old);
    }
    main.replaceWith(fresh.querySelector('main'));
    all('details', report).filter(details => open.has(details.id)).forEach(details => { details.open = true; });
    SgfAuditReport.enhance(report);
    for (const { table, column, down } of sorted) {
      const region = all('[aria-label]', report).find(element => element.getAttribute('aria-label') === table);
      if (region) SgfAuditReport.sort(region.querySelector('thead tr').cells[column], down);
    }
  };

  // ---- One game

  // Files by the path that the report shows.
  const printed = new Map();
  const fileOf = async path => {
    const plain = files.find(file => file.path === path);
    if (plain) return plain;
    for (const file of files) {
      if (!printed.has(file.path)) printed.set(file.path, await helper.ask({ task: 'printable', path: file.path }));
      if (printed.get(file.path) === path) return file;
    }
    return null;
  };
  const openable = code => {
    if (code.querySelector('button')) return;
    const button = make('button', { type: 'button', class: 'open-game', title: 'Show the game' }, code.textContent);
    code.replaceChildren(button);
    button.addEventListener('click', () => {
      const number = Number(code.parentNode.querySelector('b')?.textContent ?? 1);
      openGame(button.textContent, number);
    });
  };
  const openGame = async (path, game) => {
    const content = $('game').querySelector('.content');
    content.replaceChildren(make('p', {}, 'One moment.'));
    $('game').showModal();
    try {
      const source = await fileOf(path);
      if (!source?.file) throw new Error('this file couldn’t be read');
      const card = settled.get(`${path}\n${game}`)?.cloneNode(true) ?? cardOf(await askCard(source, game));
      content.replaceChildren(card);
      SgfAuditReport.enhance($('game'));
      equip(card);
    } catch (error) {
      content.replaceChildren(make('p', { class: 'problem' }, `It can’t be shown: ${error.message}`));
    }
  };
  const askCard = ({ path, file }, game, dead, toggled) => helper.ask({ task: 'card', path, file, game, dead, toggled });
  const cardOf = html => {
    const template = document.createElement('template');
    template.innerHTML = html;
    const card = template.content.firstElementChild;
    raw.set(card, card.outerHTML);
    return card;
  };

  // Adds what the page can do with a game.
  const equip = card => {
    if (card.querySelector('.tools')) return;
    const tools = make('div', { class: 'tools' });
    const say = make('p', { class: 'say', role: 'status' });
    tools.append(say);
    if (card.dataset.dead !== undefined) {
      say.textContent = 'Click a stone to mark its chain dead or alive; the count follows.';
    }
    const button = (text, work) => {
      const made = make('button', { type: 'button' }, text);
      made.addEventListener('click', work);
      tools.append(made);
      return made;
    };
    const { path } = card.dataset;
    if (card.classList.contains('settled')) {
      say.textContent = 'Counted with the stones as marked by you.';
      button('Back to the count before', () => replace(card, null)).className = 'undo';
    }
    button('Repair the record…', () => openRecord(path, 'repair'));
    button('Convert the record…', () => openRecord(path, 'convert'));
    card.querySelector('figure').append(tools);
    SgfAuditMarking.enable(card, toggled => replace(card, toggled));
  };
  // Counts again with another chain dead or alive; without one, as the record is counted.
  const replace = async (card, toggled) => {
    const key = keyOf(card);
    const game = Number(card.dataset.game);
    const { cursor, dead } = card.dataset;
    const back = card.contains(document.activeElement);
    try {
      const source = await fileOf(card.dataset.path);
      const html = toggled === null ? await askCard(source, game) : await askCard(source, game, dead, toggled);
      const next = cardOf(html);
      if (cursor) next.dataset.cursor = cursor;
      if (toggled === null) settled.delete(key);
      else next.classList.add('settled');
      card.replaceWith(next);
      SgfAuditReport.enhance(next.closest('dialog') ?? report);
      equip(next);
      if (toggled !== null && report.contains(next)) settled.set(key, next);
      if (back) next.querySelector('.board').focus({ preventScroll: true });
    } catch (error) {
      card.querySelector('.say').textContent = `It can’t be counted: ${error.message}`;
    }
  };

  // ---- Repairs and conversions

  const save = (name, content, type = 'application/octet-stream') => {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = make('a', { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  };
  const baseName = path => path.split('/').pop();
  const selectOf = (label, options) => {
    const select = make('select', { 'aria-label': label });
    select.append(...options.map(([value, text]) => make('option', { value }, text)));
    return select;
  };
  const openRecord = async (path, what) => {
    const dialog = $('record');
    const [choice, content] = ['.choice', '.content'].map(s => dialog.querySelector(s));
    $('record-title').textContent = `${what === 'repair' ? 'Repair' : 'Convert'} ${baseName(path)}`;
    content.replaceChildren();
    const source = await fileOf(path);
    if (!source?.file) return;
    const select = what === 'repair'
      ? selectOf('Repairs', [
        ['safe', 'Only how things are written (safe)'],
        ['rules', 'Also what the rules demand, such as a missing pass'],
        ['judgement', 'Also what a person might decide otherwise'],
      ])
      : selectOf('Form', [['sgf', 'SGF in normal form'], ['jsonl', 'JSON lines'], ['csv', 'A table of moves (CSV)'], ['gtp', 'GTP commands']]);
    choice.replaceChildren(select);
    const fill = what === 'repair' ? showRepair : showConverted;
    const show = async () => {
      content.replaceChildren(make('p', {}, 'One moment.'));
      try {
        content.replaceChildren(...await fill(source, select.value));
      } catch (error) {
        content.replaceChildren(make('p', { class: 'problem' }, error.message));
      }
    };
    select.addEventListener('change', show);
    dialog.showModal();
    await show();
  };
  const showRepair = async ({ path, file }, safety) => {
    const { changes, diff, bytes } = await helper.ask({ task: 'repair', path, file, safety });
    if (!bytes) return [make('p', {}, 'There is nothing to repair in this way.')];
    const list = make('ul', {});
    list.append(...changes.map(change => make('li', {}, change)));
    const pre = make('pre', { tabindex: '0', 'aria-label': 'Changes' });
    for (const line of diff.split('\n')) {
      const kind = line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : '';
      pre.append(make('span', { class: kind }, line), '\n');
    }
    const button = make('button', { type: 'button', class: 'save' }, 'Download the repaired record');
    button.addEventListener('click', () => save(baseName(path), bytes));
    return [make('p', {}, 'These changes are made; everything else stays as it is, to the byte.'), list, pre, button];
  };
  const showConverted = async ({ path, file }, to) => {
    const text = await helper.ask({ task: 'convert', path, file, to });
    const pre = make('pre', { tabindex: '0', 'aria-label': 'The converted record' }, text.slice(0, 20000));
    const button = make('button', { type: 'button', class: 'save' }, 'Download the converted record');
    const name = baseName(path).replace(/\.[^.]*$/, '');
    button.addEventListener('click', () => save(`${name}.${to}`, text));
    return [pre, button];
  };

  // ---- Start, settings, end

  const clear = keep => {
    run += 1;
    [writer, helper, unpacker, ...workers.map(worker => worker.answering)].forEach(answering => answering?.stop());
    [writer, helper, unpacker, workers] = [null, null, null, []];
    [next, done, given, games, expanding, shown, pause] = [0, 0, 0, 0, 0, -1, 0];
    [parts, again, settled, stopped, refreshing] = [new Map(), [], new Map(), false, false];
    report.replaceChildren();
    document.body.dataset.shown = false;
    $('problem').textContent = '';
    lock();
    if (keep) return;
    [files, paths] = [[], new Set()];
    printed.clear();
    $('work').hidden = true;
    $('start').classList.remove('small');
  };
  // Judges everything again, by the settings that are chosen.
  const applySettings = async () => {
    const settings = { rules: $('rules').value, komi: $('komi').value.trim().replace(',', '.') };
    const trial = new SgfAuditPool.Answering();
    try {
      await trial.ask({ task: 'check', ...settings });
      $('problem').textContent = '';
    } catch (error) {
      $('problem').textContent = error.message;
      return;
    } finally {
      trial.stop();
    }
    SgfAuditPool.set(settings);
    if (!files.length) return;
    clear(true);
    begin();
    feed();
    show();
  };

  const listen = () => {
    for (const id of ['files', 'folder']) {
      $(id).addEventListener('change', event => {
        take(SgfAuditSources.chosen(event.target));
        event.target.value = '';
      });
    }
    const drop = $('drop');
    document.addEventListener('dragover', event => {
      event.preventDefault();
      drop.classList.add('over');
    });
    document.addEventListener('dragleave', event => { if (!event.relatedTarget) drop.classList.remove('over'); });
    document.addEventListener('drop', async event => {
      event.preventDefault();
      drop.classList.remove('over');
      take(await SgfAuditSources.dropped(event.dataTransfer));
    });
    $('rules').addEventListener('change', applySettings);
    $('komi').addEventListener('change', applySettings);
    $('stop').addEventListener('click', () => {
      stopped = true;
      workers.forEach(worker => worker.answering.stop());
      unpacker?.stop();
      show();
      refresh();
    });
    $('again').addEventListener('click', () => clear(false));
    for (const button of all('#downloads button', document)) {
      button.addEventListener('click', async () => {
        const name = button.dataset.table;
        const type = name.endsWith('.html') ? 'text/html' : 'text/csv';
        try {
          save(name, await writer.ask({ task: 'table', name }), `${type};charset=utf-8`);
        } catch (error) {
          failed(error);
        }
      });
    }
  };

  const start = async () => {
    try {
      await SgfAuditPool.load();
      const first = new SgfAuditPool.Answering();
      const rulesets = await first.ask({ task: 'rulesets' });
      first.stop();
      for (const line of rulesets.trim().split('\n')) {
        const [id, name] = line.split('\t');
        $('rules').append(make('option', { value: id }, name));
      }
      listen();
      $('ready').textContent = 'The browser lets this page connect to nothing.';
      document.body.dataset.ready = true;
    } catch (error) {
      const local = location.protocol === 'file:';
      $('ready').textContent = local
        ? 'The page doesn’t work from a file: open it from a web server, or use the program sgf-audit.'
        : `The page couldn’t be loaded: ${error.message}`;
      $('ready').className = 'problem';
      return;
    }
    try {
      await navigator.serviceWorker?.register('sw.js');
      await navigator.serviceWorker?.ready;
      $('ready').textContent += ' It works offline now.';
    } catch {
      // It works without, but not offline.
    }
  };
  start();
})();
