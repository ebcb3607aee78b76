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
  // Numbers of the files to audit, what each file adds to the report, and how many of these there are, and the report has.
  let queue = [];
  let parts = [];
  let [done, given] = [0, 0];
  let games = 0;
  let expanding = 0;
  // Files of which decisions are kept that don't count yet.
  let remembered = new Set();
  // Whether the report is shown again only once it is whole.
  let quiet = false;
  // Files that are audited alone, because a worker ended while it had them among others.
  let again = [];
  let stopped = false;
  // Whether the report says what only all records of an event together show. Nothing can be added then.
  let concluded = false;
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
    queue.push(files.length);
    files.push({ ...file, path: unique(file.path) });
  };
  const LARGEST = 1 << 29;

  // One drop after the other, so that the files of an event can change how all records are checked.
  let taking = Promise.resolve();
  let session = 0;
  const take = found => {
    const mine = session;
    taking = taking.then(() => mine === session && takeAll(found)).catch(failed);
  };
  const takeAll = async found => {
    if (!found.length) return;
    $('start').classList.add('small');
    $('work').hidden = false;
    const ofEvent = await filesOfEvent(found);
    if (!ofEvent) return;
    const changed = SgfAuditEvent.offer(ofEvent);
    const started = session;
    if (changed) await readEvent();
    if (started !== session) return;
    if (changed || stopped || concluded) restart();
    quiet = false;
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
    if (!files.length) {
      $('state').textContent = SgfAuditEvent.isFound()
        ? 'Now drop the records.'
        : 'No records found: no .sgf, .sgfs, .mgt, .gib, .ngf, .ugf or .ugi file, no JSON of OGS and no archive.';
    }
    feed();
    show();
    if (isDone() && remembered.size) recall();
    refresh();
  };
  // Returns the files of an event. All others that aren't surely records or archives are looked at, too, and remember what
  // they are. Nothing if the page starts over meanwhile.
  const KNOWN = /\.(sgf|sgfs|mgt|gib|ngf|ugf|ugi|zip|7z|tar|t?gz|t?xz|t?zst)$/i;
  const filesOfEvent = async found => {
    begin();
    const mine = session;
    for (const source of found) {
      const { path, file, named } = source;
      if (!file || KNOWN.test(path)) continue;
      source.what = await helper.ask({ task: 'whatIs', path, file, named }).catch(() => 'other');
      if (mine !== session) return null;
    }
    return found.filter(source => source.what === 'event' || source.what === 'results');
  };
  // Whether what was read is still wanted.
  let reading = 0;
  let hasEvent = false;
  const readEvent = async () => {
    reading += 1;
    const mine = reading;
    const trial = new SgfAuditPool.Answering();
    const settings = await SgfAuditEvent.read(request => trial.ask(request));
    trial.stop();
    if (mine !== reading) return false;
    SgfAuditPool.set({ terms: undefined, results: undefined, decisions: undefined, ...settings });
    hasEvent = Boolean(settings.terms || settings.results || settings.decisions);
    const offer = (name, isThere) => { document.querySelector(`[data-table="${name}"]`).hidden = !isThere; };
    offer('pairings.csv', settings.terms || settings.results);
    for (const ending of ['csv', 'h9', 'txt']) offer(`results-decided.${ending}`, settings.results);
    offer('results.csv', SgfAuditEvent.madeResults() !== undefined);
    offer('event.toml', settings.terms || settings.decisions);
    return true;
  };

  // What is still being read can't be judged anew.
  const lock = () => {
    for (const id of ['rules', 'komi']) $(id).disabled = expanding > 0;
    SgfAuditEvent.lock(expanding > 0);
  };

  const takeOne = async (source, mine) => {
    const { path, file, named } = source;
    if (source.problem) return push(source);
    if (file.size > LARGEST) {
      return push({ path, finding: 'too-large', problem: `${file.size} bytes are too many for this page; the command reads them` });
    }
    const what = source.what ?? await helper.ask({ task: 'whatIs', path, file, named }).catch(() => 'other');
    if (mine !== run) return;
    if (what === 'archive') {
      const members = ({ members }) => {
        if (mine !== run) return;
        members.forEach(push);
        feed();
      };
      await unpacker.ask({ task: 'unpack', path, file }, members)
        .catch(error => mine === run && push({ path, finding: 'unreadable', problem: `it can't be unpacked: ${error.message}` }));
    } else if (what === 'record' || (what === 'other' && named)) {
      push(source);
    }
  };

  // ---- Auditing

  let unpacker = null;
  const begin = () => {
    if (writer) return;
    const { Answering } = SgfAuditPool;
    writer = new Answering();
    helper ??= new Answering();
    unpacker ??= new Answering();
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
    for (let bytes = 0; queue.length && batch.length < 16 && bytes < 300000;) {
      const index = queue.shift();
      batch.push(index);
      bytes += files[index].file?.size ?? 0;
    }
    return batch;
  };
  const work = async (worker, batch) => {
    const mine = run;
    worker.busy = true;
    const open = new Set(batch);
    const request = { task: 'audit', files: batch.map(index => ({ index, ...files[index] })) };
    try {
      await worker.answering.ask(request, ({ index, part, key }) => {
        if (mine !== run || index === undefined) return;
        open.delete(index);
        add(index, part, key);
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
  const add = (index, part, key) => {
    // The browser may keep it outside the memory.
    if (!parts[index]) done += 1;
    parts[index] = new Blob([part]);
    if (key && SgfAuditDecisions.learn(files[index].path, key)) remembered.add(index);
    deliver();
    if (isDone() && remembered.size) recall();
  };
  // Gives the report what it can take.
  const deliver = () => {
    const ready = [];
    for (; parts[given]; given += 1) ready.push(parts[given]);
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
    $('decisions').hidden = !isDone() && !stopped;
    $('stop').hidden = isDone() || stopped;
    document.body.dataset.done = isDone() || stopped;
  };

  // ---- The report

  const isWhole = () => isDone() && !stopped && !remembered.size;
  // What the report shows or is to show: the number of parts, and whether an event is concluded from all of them.
  const wanted = () => `${given} ${hasEvent && isWhole()}`;
  let shown = '';
  let refreshing = false;
  let pause = 0;
  const refresh = async () => {
    if (refreshing || !given || (quiet && !isWhole())) return;
    if (shown === wanted()) {
      document.body.dataset.shown = isDone() || stopped;
      return;
    }
    refreshing = true;
    const mine = run;
    try {
      await new Promise(resolve => { setTimeout(resolve, isDone() ? 0 : pause); });
      if (mine !== run) return;
      const state = wanted();
      const started = performance.now();
      const whole = isWhole() && hasEvent;
      if (whole) concluded = true;
      const html = await writer.ask({ task: 'body', whole });
      if (mine !== run) return;
      update(html);
      shown = state;
      await showDecisions();
      if (mine !== run) return;
      // A long report is drawn less often.
      pause = Math.max(400, 4 * (performance.now() - started));
    } catch (error) {
      shown = wanted();
      failed(error);
    } finally {
      refreshing = false;
      if (mine === run && shown !== wanted()) refresh();
      else document.body.dataset.shown = isWhole() || stopped;
    }
  };

  // ---- Decisions

  // Judges these files again, all if none are given, and shows the report once it is whole again.
  const rejudge = indexes => {
    run += 1;
    [writer, ...workers.map(worker => worker.answering)].forEach(answering => answering?.stop());
    [writer, workers] = [null, []];
    helper?.renew();
    for (const index of indexes ?? files.keys()) delete parts[index];
    [again, given, games, shown, refreshing, concluded] = [[], 0, 0, '', false, false];
    queue = [...files.keys()].filter(index => !parts[index]);
    done = files.length - queue.length;
    remembered.clear();
    quiet = true;
    document.body.dataset.shown = false;
    begin();
    deliver();
    feed();
    show();
  };
  // Lets count what was decided on these files; on all, if names or terms are concerned.
  const decided = async indexes => {
    const mine = session;
    SgfAuditEvent.useDraft();
    await readEvent();
    if (mine !== session) return;
    if (expanding) (indexes ?? [...files.keys()]).forEach(index => remembered.add(index));
    else rejudge(indexes);
  };
  // Lets count what this browser keeps of the records.
  const recall = () => {
    const isOfAll = SgfAuditDecisions.draft() || SgfAuditDecisions.count().names > 0;
    decided(isOfAll ? null : [...remembered]);
  };
  const indexOf = path => files.findIndex(file => file.path === path);
  const draftAll = () => helper.ask({ task: 'draft', files: files.filter(({ file }) => file) });
  // Says what was decided, and which names aren't known.
  const showDecisions = async () => {
    const mine = run;
    const { games: ruled, names } = SgfAuditDecisions.count();
    const many = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
    const kept = ruled || names || SgfAuditDecisions.draft();
    $('decided-count').textContent = ruled || names
      ? `Decided: ${many(ruled, 'game')}, ${many(names, 'name')}. Kept in this browser, for these records.`
      : 'What you decide on a game counts in the report, and is kept in this browser, for these records.';
    $('forget').hidden = !kept;
    $('kept-problem').textContent = SgfAuditDecisions.problem();
    const unknown = concluded ? await writer.ask({ task: 'unknownNames' }) : [];
    if (mine !== run) return;
    $('names').hidden = !unknown.length;
    $('names').querySelector('summary').textContent = `${many(unknown.length, 'name')} in records that the event doesn’t know`;
    $('names').querySelector('ul').replaceChildren(...unknown.filter(({ candidates }) => candidates.length).map(({ name, path, candidates }) => {
      const line = make('li', {});
      const select = make('select', { 'aria-label': `The player who is called ${name} in a record` });
      select.append(...candidates.map(candidate => make('option', {}, candidate)));
      const same = make('button', { type: 'button' }, 'The same person');
      same.addEventListener('click', async () => {
        const source = await fileOf(path);
        if (!source) return;
        SgfAuditDecisions.rename(source.path, name, select.value);
        decided(null);
      });
      line.append(make('b', {}, name), ' is ', select, ' ', same);
      return line;
    }));
  };

  const raw = new WeakMap();
  const keyOf = card => `${card.dataset.path}\n${card.dataset.game}`;
  const cardWith = key => all('.card', report).find(card => keyOf(card) === key);
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
    all('.wide td > a > code', report).forEach(openable);
    all('.cross .game', report).forEach(crossing);
  };
  const merge = fresh => {
    const chart = report.querySelector('.chart')?.open;
    report.querySelector('.top').replaceWith(fresh.querySelector('.top'));
    if (chart) report.querySelector('.chart').open = true;
    const findings = report.querySelector('.filter [name=finding]');
    const chosen = findings.value;
    findings.replaceChildren(...fresh.querySelector('.filter [name=finding]').children);
    findings.value = chosen;
    const sections = report.querySelector('.sections');
    const kept = new Map(all('.card', sections).map(card => [keyOf(card), card]));
    const open = new Set(all('details[id][open]', sections).map(details => details.id));
    const sorted = all('th[aria-sort]', sections).map(head => ({
      table: head.closest('[aria-label]').getAttribute('aria-label'),
      column: head.cellIndex,
      down: head.getAttribute('aria-sort') === 'descending',
    }));
    // A card that somebody works on may be in another section now. It keeps the focus and its place on the screen.
    const focus = document.activeElement;
    const used = focus?.closest('#report .card') ?? null;
    const top = used?.getBoundingClientRect().top;
    for (const card of all('.card', fresh)) {
      const old = settled.get(keyOf(card)) ?? kept.get(keyOf(card));
      if (old && (settled.has(keyOf(card)) || raw.get(old) === raw.get(card))) card.replaceWith(old);
    }
    sections.replaceWith(fresh.querySelector('.sections'));
    const found = used && (used.isConnected ? used : cardWith(keyOf(used)));
    if (found) {
      const target = found === used ? focus : found.querySelector('.board[tabindex]');
      requestAnimationFrame(() => scrollBy(0, found.getBoundingClientRect().top - top));
      target?.focus({ preventScroll: true });
    }
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
    // The game opens here rather than at its card.
    code.parentNode.replaceWith(code);
    if (code.querySelector('button') || SgfAuditEvent.has(code.textContent)) return;
    const button = make('button', { type: 'button', class: 'open-game', title: 'Show the game' }, code.textContent);
    code.replaceChildren(button);
    button.addEventListener('click', () => {
      const number = Number(code.parentNode.querySelector('b')?.textContent ?? 1);
      openGame(button.textContent, number);
    });
  };
  // A game in the cross table.
  const crossing = game => {
    const { path, game: number } = game.dataset;
    if (!path) return;
    game.addEventListener('click', event => {
      event.preventDefault();
      openGame(path, Number(number));
    });
  };
  const openGame = async (path, game) => {
    const content = $('game').querySelector('.content');
    content.replaceChildren(make('p', {}, 'One moment.'));
    $('game').showModal();
    try {
      const source = await fileOf(path);
      if (!source?.file) throw new Error('this file couldn’t be read');
      const card = cardOf(await askCard(source, game));
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

  const openRecord = (path, what) => SgfAuditRecord.open(path, what, { fileOf, ask: request => helper.ask(request) });
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
    const { path, game } = card.dataset;
    fileOf(path).then(source => source && offerDecision(card, tools, source, game));
    button('Repair the record…', () => openRecord(path, 'repair'));
    button('Convert the record…', () => openRecord(path, 'convert'));
    card.querySelector('figure').append(tools);
    SgfAuditMarking.enable(card, toggled => replace(card, toggled));
  };
  // Adds what a person can decide on a game.
  const offerDecision = (card, tools, source, game) => {
    const { ruling, penalties = [] } = SgfAuditDecisions.of(source.path, game);
    const text = name => card.querySelector(`.verdict .${name} b`)?.textContent ?? '';
    const facts = { recorded: text('rec') === 'nothing' ? '' : text('rec'), counted: text('cnt') };
    const changed = () => {
      settled.delete(keyOf(card));
      decided([indexOf(source.path)]);
      if (card.closest('dialog')) $('game').close();
    };
    tools.append(SgfAuditDecisions.gameForm(source.path, game, facts, request => helper.ask(request), changed));
    if (!ruling && !penalties.length) return;
    const button = (words, name, work) => {
      const made = make('button', { type: 'button', class: name }, words);
      made.addEventListener('click', work);
      tools.insertBefore(made, tools.querySelector('.decide'));
    };
    if (ruling?.dead !== undefined) {
      card.classList.add('settled');
      card.querySelector('.say').textContent = 'Counted with the stones as marked by you.';
      button('Back to the original count', 'undo', () => replace(card, null));
    }
    button('Take the decision back', 'take-back', () => {
      SgfAuditDecisions.decide(source.path, game, {});
      changed();
    });
    button('Save it into the record', 'settle', async () => {
      try {
        const bytes = await helper.ask({ task: 'settle', path: source.path, file: source.file, game: Number(game) });
        SgfAuditRecord.save(source.path.split('/').pop(), bytes);
      } catch (error) {
        card.querySelector('.say').textContent = `It can’t be saved: ${error.message}`;
      }
    });
  };
  // The dead stones of a card, by their points.
  const deadOf = card => {
    const rows = Number(card.dataset.size.split('x')[1]);
    const points = card.dataset.dead.match(/../g) ?? [];
    return points.map(letters => SgfAuditMarking.pointName(letters, rows)).join(' ');
  };
  // Counts again with another chain dead or alive; without one, as the record is counted. It is kept as a decision.
  const replace = async (card, toggled) => {
    const key = keyOf(card);
    const game = Number(card.dataset.game);
    const { cursor, dead } = card.dataset;
    const back = card.contains(document.activeElement);
    try {
      const source = await fileOf(card.dataset.path);
      const before = SgfAuditDecisions.of(source.path, game);
      const { dead: marked, ...ruling } = before.ruling ?? {};
      if (toggled !== null) ruling.dead = deadOf(cardOf(await askCard(source, game, dead, toggled)));
      const isRuling = ruling.result || ruling.reason || ruling.dead !== undefined;
      SgfAuditDecisions.decide(source.path, game, { ...before, ruling: isRuling ? ruling : undefined });
      await readEvent();
      helper.renew();
      const next = cardOf(await askCard(source, game));
      if (toggled === null) settled.delete(key);
      if (cursor) next.dataset.cursor = cursor;
      // The report may have been drawn again meanwhile.
      const now = card.isConnected ? card : cardWith(key);
      if (!now) return;
      now.replaceWith(next);
      SgfAuditReport.enhance(next.closest('dialog') ?? report);
      equip(next);
      if (toggled !== null && report.contains(next)) settled.set(key, next);
      if (back) next.querySelector('.board').focus({ preventScroll: true });
      decided([indexOf(source.path)]);
    } catch (error) {
      card.querySelector('.say').textContent = `It can’t be counted: ${error.message}`;
    }
  };

  // ---- Start, settings, end

  const clear = keep => {
    run += 1;
    [writer, helper, unpacker, ...workers.map(worker => worker.answering)].forEach(answering => answering?.stop());
    [writer, helper, unpacker, workers] = [null, null, null, []];
    [done, given, games, expanding, shown, pause] = [0, 0, 0, 0, '', 0];
    [parts, again, settled, stopped, refreshing, concluded] = [[], [], new Map(), false, false, false];
    queue = keep ? [...files.keys()] : [];
    remembered.clear();
    quiet = false;
    report.replaceChildren();
    document.body.dataset.shown = false;
    $('problem').textContent = '';
    lock();
    if (keep) return;
    session += 1;
    reading += 1;
    taking = Promise.resolve();
    [files, paths] = [[], new Set()];
    printed.clear();
    SgfAuditEvent.clear();
    SgfAuditDecisions.close();
    hasEvent = false;
    SgfAuditPool.set({ terms: undefined, results: undefined, decisions: undefined });
    $('decisions').hidden = true;
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
    restart();
  };
  const restart = () => {
    clear(true);
    if (!files.length) return;
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
    SgfAuditEvent.listen(async () => {
      if (await readEvent()) restart();
    });
    $('stop').addEventListener('click', () => {
      stopped = true;
      taking = Promise.resolve();
      workers.forEach(worker => worker.answering.stop());
      unpacker?.stop();
      show();
      refresh();
    });
    $('again').addEventListener('click', () => clear(false));
    const ask = request => helper.ask(request);
    $('edit-terms').addEventListener('click', () => SgfAuditEvent.editTerms(ask, draftAll, () => decided(null)).catch(failed));
    $('edit-results').addEventListener('click', () => SgfAuditEvent.editResults(ask, draftAll, () => decided(null)).catch(failed));
    $('forget').addEventListener('click', () => {
      SgfAuditDecisions.forget();
      SgfAuditEvent.dropDraft();
      settled.clear();
      decided(null);
    });
    for (const button of all('#downloads button', document)) {
      button.addEventListener('click', async () => {
        const name = button.dataset.table;
        const type = name.endsWith('.html') ? 'text/html' : 'text/csv';
        try {
          SgfAuditRecord.save(name, await content(name), `${type};charset=utf-8`);
        } catch (error) {
          failed(error);
        }
      });
    }
  };

  // The content of a file to download.
  const content = async name => {
    if (name === 'results.csv') return SgfAuditEvent.madeResults();
    if (name !== 'event.toml') return writer.ask({ task: 'table', name });
    return helper.ask({ task: 'eventFile', text: await SgfAuditEvent.termsText(), decisions: SgfAuditDecisions.json() });
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
        ? 'These files need a web server; sgf-audit.html is the page as one file that needs none.'
        : `The page couldn’t be loaded: ${error.message}`;
      $('ready').className = 'problem';
      return;
    }
    if (document.getElementById('sgf-audit.wasm')) return;
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
