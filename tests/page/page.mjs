// Tests of the page in Chromium, against the command.
//   node page.mjs PAGE PROGRAM RECORDS [--count N] [--speed FOLDER] [--pictures FOLDER]
// PAGE: the built page. PROGRAM: sgf-audit. RECORDS: a folder of records, of which the first N are compared.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { strict as assert } from 'node:assert';
import { launch, open } from './browser.mjs';
import { checkAccess, validate } from './report.mjs';
import { serve } from './serve.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: 'string', default: '300' }, speed: { type: 'string' }, pictures: { type: 'string' }, only: { type: 'string', default: '' } } });
const [site, program, records] = positionals.map(path => resolve(path));
// The command also says when and how it ran.
const withoutRun = html => html.replace(/<p class="sub run">.*?<\/p>/, '');
const work = mkdtempSync(join(tmpdir(), 'sgf-audit-page-'));
const server = await serve(site);
const browser = await launch();

// A finished 5x5 game that Black wins by `6.5` less the komi of 5.
const game = (names, result, marks = '') => `(;FF[4]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]${names}RE[${result}]`
  + `;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]${marks})`;

const folder = (name, files) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(work, name, path, '..'), { recursive: true });
    writeFileSync(join(work, name, path), content);
  }
  return join(work, name);
};
const run = (args, cwd = work) => {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
};
const wholeOf = page => page.waitForFunction(() => document.body.dataset.shown === 'true' && document.body.dataset.done === 'true', null, { timeout: 600000 });
const ready = page => page.waitForFunction(() => document.body.dataset.ready === 'true');
const start = async (options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const opened = await open(context, server.url);
  await ready(opened.page);
  return { context, ...opened };
};
const give = async (page, paths) => {
  const isFolder = !Array.isArray(paths) && statSync(paths).isDirectory();
  await page.setInputFiles(isFolder ? '#folder' : '#files', paths);
  await wholeOf(page);
};
const download = async (page, press) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
};
const table = (page, name) => download(page, () => page.click(`#downloads [data-table="${name}"]`));

// What the command's tables and the page's say alike, whatever the order of the files.
const rows = csv => csv.trim().split('\r\n').sort();
const sameTables = async (page, args, cwd, more = []) => {
  const out = join(work, 'out');
  rmSync(out, { recursive: true, force: true });
  run(['check', ...args, '--quiet', '--excel', '--out', out, '--fail-on', 'never'], cwd);
  for (const name of ['games.csv', 'findings.csv', 'summary.csv', ...more]) {
    const [mine, theirs] = [rows((await table(page, name)).text), rows(readFileSync(join(out, name), 'utf8').replace('\ufeff', ''))];
    assert.deepEqual(mine.filter(row => !theirs.includes(row)).slice(0, 3), [], name);
    assert.equal(mine.length, theirs.length, name);
  }
  return rows(readFileSync(join(out, 'games.csv'), 'utf8')).length - 1;
};

// Copies records, spread over the folder, and returns the name of their folder.
const copied = () => {
  const found = readdirSync(records, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name)).filter(path => /\.(sgf|gib|ngf|ug[fi]|json)$/i.test(path)).sort();
  const step = Math.max(1, Math.floor(found.length / Number(values.count)));
  const chosen = found.filter((_, index) => index % step === 0).slice(0, Number(values.count));
  for (const path of chosen) cpSync(path, join(work, 'compared', relative(records, path).replaceAll('/', '_')));
  return 'compared';
};

const tests = {
  async 'all its files, gzipped, are below 1.8 MiB'() {
    const files = readdirSync(site).sort().map(name => readFileSync(join(site, name)));
    const bytes = execFileSync('gzip', ['-9'], { input: Buffer.concat(files), maxBuffer: 1 << 28 }).length;
    assert.ok(bytes < 1.8 * 2 ** 20, `${bytes} bytes`);
  },
  async 'it brings the licences of what it contains, also as one file'() {
    const [{ page, context }, file] = [await start(), join(work, 'licences.html')];
    execFileSync('python3', [resolve('src/web/single.py'), site, file]);
    const link = page.getByRole('link', { name: 'Licences' });
    const notices = await (await context.request.get(new URL(await link.getAttribute('href'), server.url).href)).text();
    for (const part of ['- wasm-bindgen 0.2', '- sgf-audit-web ', '- zip ', 'Permission is hereby granted', 'Apache License']) assert.ok(notices.includes(part), part);
    await page.goto(`file://${file}`);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.equal(download.suggestedFilename(), 'licenses.txt.gz');
    assert.equal(gunzipSync(readFileSync(await download.path())).toString(), notices);
    await context.close();
  },
  async 'files, folders, ZIPs and tars give what the command gives'() {
    const from = folder('event', { 'a.sgf': game('PB[Ann]PW[Ben]RO[1]', 'W+3.5'), 'round2/b.sgf': game('PB[Cora]PW[Dan]RO[2]', 'B+4.5'), 'round2/c.sgf': '(;SZ[9];B[ee];W[ee])', 'readme.txt': 'no record' });
    execFileSync('tar', ['cf', join(work, 'event.tar'), 'event'], { cwd: work });
    execFileSync('python3', ['-m', 'zipfile', '-c', join(work, 'event.zip'), 'event'], { cwd: work });
    for (const [what, args] of [[from, ['event']], [[join(work, 'event.tar')], ['event.tar']], [[join(work, 'event.zip')], ['event.zip']], [[join(from, 'a.sgf')], null]]) {
      const { page, faults, context } = await start();
      await give(page, what);
      assert.equal(await page.locator('#report h1').textContent(), '1 result to look at');
      const first = page.locator('#wrong .card').first();
      assert.match(await first.textContent(), /Ann.*Ben.*W\+3\.5.*B\+4\.5.*wrong winner/s);
      if (args) assert.equal(await sameTables(page, args), 3);
      assert.deepEqual(faults, []);
      await context.close();
    }
  },
  async 'a folder that is dropped is walked'() {
    const { page, faults, context } = await start();
    await page.evaluate(record => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([record], 'dropped.sgf'));
      document.getElementById('drop').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, game('PB[Eve]', 'W+1.5'));
    await wholeOf(page);
    assert.match(await page.locator('.card').textContent(), /Eve/);
    const walked = await page.evaluate(async () => {
      const file = (path, text) => ({ isFile: true, fullPath: path, file: done => done(new File([text], path)) });
      const directory = (path, entries) => ({
        isFile: false, fullPath: path,
        createReader: () => { const left = [entries, []]; return { readEntries: done => done(left.shift()) }; },
      });
      const tree = directory('/t', [file('/t/b.sgf', ''), directory('/t/a', [file('/t/a/c.sgf', '')])]);
      const found = await SgfAuditSources.dropped({ items: [{ kind: 'file', webkitGetAsEntry: () => tree }] });
      return found.map(({ path, named }) => `${path} ${named}`);
    });
    assert.deepEqual(walked, ['t/a/c.sgf false', 't/b.sgf false']);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'verdicts, margins and causes are those of the command'() {
    const name = copied();
    const { page, faults, context } = await start();
    await give(page, join(work, name));
    const games = await sameTables(page, [name]);
    console.log(`  ${readdirSync(join(work, name)).length} records, ${games} games compared`);
    const report = await table(page, 'report.html');
    const written = withoutRun(readFileSync(join(work, 'out', 'report.html'), 'utf8'));
    assert.equal(report.text.length, written.length);
    assert.ok(report.text === written);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'as one file, opened without a server, it gives what the command gives for a dropped folder'() {
    const file = join(work, 'sgf-audit.html');
    execFileSync('python3', [resolve('src/web/single.py'), site, file]);
    const bytes = statSync(file).size;
    assert.ok(bytes < 2.62e6, `${bytes} bytes`);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    const { page, faults } = await open(context, `file://${file}`);
    await ready(page);
    const client = await context.newCDPSession(page);
    const { x, y } = await page.locator('#drop').boundingBox();
    const name = copied();
    const drop = { x: x + 9, y: y + 9, data: { items: [], files: [join(work, name)], dragOperationsMask: 1 } };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, ...drop });
    await wholeOf(page);
    const games = await sameTables(page, [name]);
    console.log(`  ${readdirSync(join(work, name)).length} records, ${games} games, ${bytes} bytes`);
    if (values.pictures) await page.screenshot({ path: join(values.pictures, 'single.png') });
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'an event’s file and its table are dropped like records, before, with or after them'() {
    const from = join(records, 'event');
    const games = join(work, 'corpus-event');
    const isRecord = name => name.endsWith('.sgf');
    for (const name of readdirSync(from).filter(isRecord)) cpSync(join(from, name), join(games, name));
    const both = ['event.toml', 'results.csv'];
    for (const name of both) cpSync(join(from, name), join(work, name));
    cpSync(games, join(work, 'all', 'games'), { recursive: true });
    for (const name of both) cpSync(join(from, name), join(work, 'all', name));
    const apart = [['corpus-event', '--event', 'event.toml', '--results', 'results.csv'], async (page, order) => {
      for (const part of order) await (part === games ? page.setInputFiles('#folder', games) : page.setInputFiles('#files', part));
    }];
    const files = both.map(name => join(work, name));
    const ways = {
      before: [...apart, [files, games]],
      after: [...apart, [games, files]],
      'one after the other': [...apart, [[files[1]], games, [files[0]]]],
      with: [['all', '--event', 'all/event.toml', '--results', 'all/results.csv'], page => page.setInputFiles('#folder', join(work, 'all')), []],
    };
    for (const [way, [args, drop, order]] of Object.entries(ways)) {
      const { page, faults, context } = await start();
      await drop(page, order);
      await page.waitForSelector('.cross .no-row');
      await wholeOf(page);
      const compared = await sameTables(page, args, work, ['pairings.csv']);
      assert.equal(compared, readdirSync(games).length, way);
      const marks = await page.locator('.cross .game').evaluateAll(all => all.map(game => game.classList[1]));
      const counts = name => marks.filter(mark => mark === name).length;
      assert.deepEqual(['agrees', 'recorded', 'differs', 'open', 'no-record', 'no-row'].map(counts), [8, 40, 2, 10, 4, 5], way);
      const game = page.locator('.cross .differs').first();
      const path = await game.getAttribute('data-path');
      await game.click();
      await page.locator('#game .card').waitFor();
      assert.equal(await page.locator('#game .card').getAttribute('data-path'), path);
      assert.match(await page.locator('#game .finds').textContent(), /-differs?-from-table/);
      await page.locator('#game .close').click();
      assert.equal(await page.locator('.cross a.no-record').count(), 0);
      const written = withoutRun(readFileSync(join(work, 'out', 'report.html'), 'utf8'));
      assert.ok((await table(page, 'report.html')).text === written, way);
      assert.deepEqual(faults, []);
      await context.close();
    }
  },
  async 'of several tables one is chosen, and records that come late are held against it'() {
    const table = (result, more = '') => `round,black,white,handicap,komi,result\n1,Ann,Ben,0,0.5,${result}\n${more}`;
    const files = { 'games/a.sgf': game('PB[Ann]PW[Ben]RO[1]', 'B+4.5'), 'games/list.csv': 'path,game,black\n', 'results-a.csv': table('B+4.5'), 'results-b.csv': table('W+1.5', '1,Cora,Dan,0,0.5,B+4.5\n') };
    const { page, faults, context } = await start();
    await give(page, folder('tables', files));
    assert.deepEqual(await page.locator('#results option').allTextContents(), ['none', 'tables/results-a.csv', 'tables/results-b.csv']);
    const marks = () => page.locator('.cross tbody .game').evaluateAll(all => all.map(game => game.classList[1]).join(' '));
    assert.equal(await marks(), 'agrees agrees');
    await page.selectOption('#results', 'tables/results-b.csv');
    await page.waitForSelector('.cross .differs');
    await wholeOf(page);
    assert.equal(await marks(), 'differs differs no-record no-record');
    await give(page, [join(folder('late', { 'late.sgf': game('PB[Cora]PW[Dan]RO[1]', 'B+4.5') }), 'late.sgf')]);
    await page.waitForSelector('.cross .agrees');
    assert.equal(await marks(), 'differs differs agrees agrees');
    await page.selectOption('#results', '');
    await page.waitForFunction(() => document.querySelector('.wide') && !document.querySelector('.cross'));
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'what is wrong with an event’s file or its table is said, and the records are checked without it'() {
    const from = folder('faulty', { 'a.sgf': game('PB[José]PW[Ben]RO[1]', 'B+4.5'), 'event.toml': 'komy = 7.5\n' });
    writeFileSync(join(from, 'results.csv'), Buffer.from('black,white,result\nJosé,Ben,B+4.5\n', 'latin1'));
    const { page, faults, context } = await start();
    await give(page, from);
    const problem = await page.locator('#event-problem').textContent();
    assert.match(problem, /faulty\/event\.toml can’t be used.*unknown field `komy`/s);
    // The encoding of the table is guessed, and another one can be stated.
    assert.doesNotMatch(problem, /results\.csv/);
    assert.equal(await page.locator('#games tbody tr').count(), 1);
    await page.waitForSelector('.cross .agrees');
    assert.equal(await page.locator('#f-undeclared-encoding').count(), 1);
    await page.selectOption('#encoding', 'windows-1252');
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.querySelector('.cross .agrees') && !document.getElementById('f-undeclared-encoding'));
    await page.click('#again');
    assert.equal(await page.locator('#event-files').isVisible(), false);
    // A table with names that try to be markup.
    const names = '<img src=x onerror=alert(1)>,"<script>alert(2)</script>"';
    await give(page, folder('markup', { 'a.sgf': game('PB[<img src=x onerror=alert(1)>]', 'B+4.5'), 'results.csv': `black,white,result\n${names},B+4.5\n`, '<img src=x onerror=alert(3)>.csv': `black,white,result\n${names},W\n` }));
    await page.waitForSelector('.cross');
    assert.equal(await page.locator('#report script, #report img, #event-files img').count(), 0);
    assert.ok((await page.locator('.cross').textContent()).includes('<script>alert(2)</script>'));
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'rules and komi apply at once, and a wrong komi is said'() {
    const { page, context } = await start();
    await give(page, folder('komi', { 'a.sgf': game('', 'B+4.5') }));
    const title = () => page.locator('#report h1').textContent();
    assert.equal(await title(), 'No wrong results');
    await page.fill('#komi', '6,5');
    await page.press('#komi', 'Tab');
    await page.waitForFunction(() => document.querySelector('#report h1')?.textContent === '1 result to look at');
    await page.fill('#komi', 'many');
    await page.press('#komi', 'Tab');
    await page.waitForFunction(() => document.getElementById('problem').textContent.includes('komi'));
    await page.fill('#komi', '');
    await page.selectOption('#rules', 'japanese');
    await page.waitForFunction(() => document.querySelector('.wide')?.textContent.includes('confirmed') || document.querySelector('.card'));
    await context.close();
  },
  async 'filters, sorting and stepping'() {
    const files = { 'a.sgf': game('PB[Zoe]PW[Ben]RO[10]', 'W+3.5'), 'b.sgf': game('PB[Ann]PW[Dan]RO[2]', 'B+4.5'), 'c.sgf': game('PB[Mia]PW[Ann]RO[2]', 'B+9.5') };
    const { page, faults, context } = await start();
    await give(page, folder('filters', files));
    const shown = () => page.locator('#games tbody tr:visible').count();
    const clear = () => page.click('[name=clear]');
    await page.fill('[name=player]', 'ann');
    assert.equal(await shown(), 2);
    await clear();
    await page.selectOption('[name=round]', '10');
    assert.equal(await shown(), 1);
    await clear();
    await page.selectOption('[name=verdict]', 'wrong-margin');
    assert.deepEqual([await shown(), await page.locator('.card:visible').count()], [1, 1]);
    await clear();
    await page.selectOption('[name=finding]', { label: 'wrong-winner' });
    assert.equal(await shown(), 1);
    await clear();
    await page.fill('[name=text]', 'b.sgf');
    assert.equal(await shown(), 1);
    await clear();
    const column = () => page.locator('#games tbody tr td:first-child').allTextContents();
    const head = page.locator('#games th button').first();
    await head.click();
    assert.deepEqual(await column(), ['Ann', 'Mia', 'Zoe']);
    await head.press('Enter');
    assert.deepEqual(await column(), ['Zoe', 'Mia', 'Ann']);
    const card = page.locator('.card').first();
    const stones = () => card.locator('.stones circle[r="11.3"]').count();
    assert.equal(await stones(), 10);
    await card.locator('[aria-label="Move"]').fill('3');
    assert.equal(await stones(), 3);
    await card.locator('[aria-label="Next move"]').click();
    assert.deepEqual([await stones(), await card.locator('output').textContent()], [4, '4 of 12']);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'a stone marked dead or alive changes the count as score counts it'() {
    // White's stone at A1 can't live; nothing marks it.
    const moves = ';B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ae];B[];W[]';
    const record = marks => `(;FF[4]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5]${moves}${marks})`;
    const from = folder('marking', { 'a.sgf': record('TB[ae]'), 'alive.sgf': record('TB[aa]'), 'east.sgf': record('TB[ae]TW[ca]') });
    const expected = name => {
      const text = run(['score', `marking/${name}.sgf`, '--compare']);
      return Object.fromEntries([...text.matchAll(/^([a-z0-9-]+)(?: \*)? +([BW]\+[\d.]+|0|\?) /gm)].map(([, rules, result]) => [rules, result]));
    };
    const { page, faults, context } = await start();
    await give(page, [join(from, 'a.sgf')]);
    const results = async () => {
      const lines = await page.locator('.card .rules tr').evaluateAll(all => all.map(row => [row.cells[0].textContent, row.cells[1].textContent]));
      // Cards have the names of rulesets, the command their ids.
      const ids = Object.fromEntries(await page.locator('#rules option').evaluateAll(all => all.map(option => [option.textContent, option.value])));
      return Object.fromEntries(lines.flatMap(([result, names]) => names.split(', ').map(name => [ids[name] ?? name, result])));
    };
    const compare = (mine, theirs, what) => {
      assert.ok(Object.keys(mine).length >= 10, what);
      for (const [rules, result] of Object.entries(mine)) assert.equal(result, theirs[rules] ?? result, `${what} ${rules}`);
      assert.ok(Object.keys(mine).some(rules => theirs[rules]), what);
    };
    const dead = expected('a');
    compare(await results(), dead, 'as recorded');
    // A1 is at the lower left: the fifth line of five.
    const board = page.locator('.card .board');
    const click = async (col, row) => {
      const { x, width, y } = await board.boundingBox();
      const unit = width / (2 * 30 + 4 * 24);
      await page.mouse.click(x + (30 + 24 * col) * unit, y + (30 + 24 * row) * unit);
    };
    await board.scrollIntoViewIfNeeded();
    await click(0, 4);
    await page.waitForSelector('.card.settled');
    assert.equal(await board.locator('.dead').count(), 0);
    const alive = await results();
    assert.notDeepEqual(alive, dead);
    compare(alive, { ...expected('alive'), japanese: alive.japanese, korean: alive.korean, wagc: alive.wagc }, 'alive');
    assert.match(await page.locator('.card .conf').first().textContent(), /as marked by hand/);
    // Back, by keys: the point that was clicked is still chosen.
    await board.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.card .dead'));
    compare(await results(), dead, 'dead again');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    assert.match(await page.locator('.card .say').textContent(), /^B2: empty/);
    await page.click('.undo');
    await page.waitForFunction(() => !document.querySelector('.card.settled'));
    compare(await results(), dead, 'undone');
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'decisions count everywhere, survive a reload, and are saved as an event’s file and into the record'() {
    // White's stone at A1 is dead, and the record's result says that it lives.
    const moves = ';B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ae];B[];W[]';
    const record = (names, result) => `(;FF[4]CA[UTF-8]SZ[5]KM[0.5]RU[Chinese]${names}RE[${result}]${moves})`;
    const files = {
      'a.sgf': record('PB[Ann]PW[Ben]RO[1]', 'W+3.5'), 'b.sgf': game('PB[Cora]PW[Dan]RO[1]', 'W+1.5'),
      'c.sgf': game('PB[Ann]PW[Zed]RO[2]', 'B+4.5'), 'd.sgf': game('PB[Dan]PW[Ben]RO[2]', 'B+2.5'), 'sub/d.sgf': game('PB[Eve]PW[Fay]RO[3]', 'B+4.5'),
    };
    const from = folder('decided', files);
    const table4 = 'round,black,white,result\n1,Ann,Ben,B+4.5\n1,Cora,Dan,W\n2,Ann,Coralie,B+4.5\n2,Dan,Ben,B+2.5\n';
    writeFileSync(join(work, 'results.csv'), table4);
    const { page, faults, context } = await start();
    await page.setInputFiles('#files', [join(work, 'results.csv')]);
    await give(page, from);
    await page.waitForSelector('.cross');
    const tiles = () => page.locator('.tiles div').evaluateAll(all => Object.fromEntries(all.map(tile => [tile.querySelector('dt').textContent, Number(tile.querySelector('dd').textContent)])));
    const settle = async (path, fill) => {
      const card = page.locator(`.card[data-path="${path}"]`);
      await card.locator('.decide summary').click();
      await fill(card.locator('.decide form'));
      await card.locator('.decide [type=submit]').click();
    };
    const shows = (path, text) => page.waitForFunction(([of, words]) => document.body.dataset.shown === 'true' && document.querySelector(`.card[data-path="${of}"]`)?.textContent.includes(words), [path, text]);
    const before = await tiles();
    // An error is said at its field.
    await settle('decided/b.sgf', async form => {
      await form.locator('[name=result]').fill('nobody won');
      await form.locator('[name=by]').fill('A. Referee');
    });
    const problem = page.locator('.card[data-path="decided/b.sgf"] label:has([name=result]) .problem');
    await problem.filter({ hasText: 'nobody won' }).waitFor();
    assert.equal(await page.locator('.card[data-path="decided/b.sgf"] [name=by]').getAttribute('aria-invalid'), 'false');
    const form = page.locator('.card[data-path="decided/b.sgf"] .decide form');
    await form.locator('[name=result]').fill('W+1.5');
    await form.locator('[name=date]').fill('2026-05-02');
    await form.locator('[name=reason]').fill('the clock "stood"');
    await form.locator('[type=submit]').click();
    await shows('decided/b.sgf', 'Ruled: Dan wins by 1.5, by A. Referee on 2026-05-02: the clock "stood"');
    assert.equal(await page.locator('#decided .card[data-path="decided/b.sgf"], section#decided .card').count() > 0, true);
    // A penalty.
    await settle('decided/d.sgf', async form => {
      await form.locator('[name=color]').selectOption('black');
      await form.locator('[name=points]').fill('2,0');
      await form.locator('[name=because]').fill('a pass too many');
    });
    await shows('decided/d.sgf', 'a penalty of 2 for Dan (a pass too many)');
    assert.match(await page.locator('.card[data-path="decided/d.sgf"] .count').first().textContent(), /penalties-2/);
    // A name.
    await page.locator('#names summary').click();
    await page.locator('#names select').selectOption('Coralie');
    await page.locator('#names button').click();
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && !document.getElementById('names').textContent.includes('Zed'));
    // A stone.
    const card = page.locator('.card[data-path="decided/a.sgf"]');
    const board = card.locator('.board');
    await board.scrollIntoViewIfNeeded();
    const { x, width, y } = await board.boundingBox();
    const unit = width / (2 * 30 + 4 * 24);
    const wasDead = await board.locator('.dead').count();
    await page.mouse.click(x + 30 * unit, y + (30 + 24 * 4) * unit);
    await page.waitForFunction(() => document.querySelector('.card.settled'));
    await shows('decided/a.sgf', 'Ruled: A1 (1 stone) alive');
    assert.notEqual(await card.locator('.board .dead').count(), wasDead);
    const after = await tiles();
    assert.notDeepEqual(after, before);
    // What is saved is what the command takes, and says.
    const saved = await table(page, 'event.toml');
    assert.equal(saved.name, 'event.toml');
    for (const words of ['[[rulings]]', '[[penalties]]', '[aliases]', 'dead = ', 'Zed = "Coralie"']) assert.ok(saved.text.includes(words), words);
    writeFileSync(join(work, 'event.toml'), saved.text);
    const args = ['decided', '--event', 'event.toml', '--results', 'results.csv'];
    const same = async of => {
      await sameTables(of, args, work, ['pairings.csv']);
      const written = withoutRun(readFileSync(join(work, 'out', 'report.html'), 'utf8'));
      const report = await table(of, 'report.html');
      assert.ok(report.text === written);
      assert.ok(report.text.includes('Ruled: Dan wins by 1.5, by A. Referee'));
    };
    await same(page);
    // Another visit, without the event's file.
    await page.reload();
    await ready(page);
    await page.setInputFiles('#files', [join(work, 'results.csv')]);
    await give(page, from);
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.querySelector('.card.settled'));
    assert.deepEqual(await tiles(), after);
    assert.deepEqual(rows((await table(page, 'event.toml')).text), rows(saved.text));
    await same(page);
    // Into the record: counted there without the event, with the same result.
    const settled = await download(page, () => page.locator('.card[data-path="decided/a.sgf"] .settle').click());
    const kept = folder('kept', { 'a.sgf': settled.text });
    run(['check', join(kept, 'a.sgf'), '--quiet', '--out', join(work, 'kept-out'), '--fail-on', 'never']);
    const counted = rows(readFileSync(join(work, 'kept-out', 'games.csv'), 'utf8')).find(row => row.includes('a.sgf'));
    assert.match(settled.text, /TB\[|TW\[/);
    assert.match(counted, /,W\+6\.5,W\+6\.5,confirmed,/);
    const ruled = await download(page, () => page.locator('.card[data-path="decided/b.sgf"] .settle').click());
    assert.match(ruled.text, /RE\[W\+1\.5\]/);
    // Taken back.
    await page.locator('.card[data-path="decided/b.sgf"] .take-back').click();
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && !document.querySelector('.card[data-path="decided/b.sgf"]').textContent.includes('Ruled'));
    await page.click('#forget');
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && !document.querySelector('.card.settled') && document.getElementById('forget').hidden);
    assert.deepEqual(await tiles(), before);
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter(key => /^sgf-audit(-draft)?:/.test(key)).length), 0);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'terms and table are drafted in forms, errors are said at their fields, and both are kept'() {
    const from = folder('drafted', { 'a.sgf': game('PB[Ann]PW[Ben]RO[1]EV[Cup]', 'B+4.5'), 'b.sgf': game('PB[Cora]PW[Dan]RO[1]EV[Cup]', 'W+1.5') });
    const { page, faults, context } = await start();
    await give(page, from);
    await page.click('#edit-terms');
    const terms = page.locator('#terms-form .fields');
    await terms.locator('[name=komi]').waitFor();
    assert.deepEqual([await terms.locator('[name=name]').inputValue(), await terms.locator('[name=komi]').inputValue(), await terms.locator('[name=ruleset]').inputValue()], ['Cup', '0.5', 'chinese']);
    await terms.locator('[name=komi]').fill('many');
    await terms.locator('[name="first-date"]').fill('2026-02-30');
    await terms.locator('[type=submit]').click();
    await terms.locator('label:has([name=komi]) .problem', { hasText: 'many' }).waitFor();
    await terms.locator('label:has([name="first-date"]) .problem', { hasText: '2026-02-30' }).waitFor();
    assert.equal(await terms.locator('label:has([name=name]) .problem').textContent(), '');
    await terms.locator('[name=komi]').fill('1.5');
    await terms.locator('[name="first-date"]').fill('');
    await terms.locator('[name=name]').fill('Cup of 2026');
    await terms.locator('[type=submit]').click();
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.querySelector('#report h1')?.textContent === 'Cup of 2026');
    assert.ok(await page.locator('#f-unexpected-komi').count() > 0);
    await page.click('#edit-results');
    const results = page.locator('#results-form form:last-child');
    await results.locator('[aria-label=result]').first().waitFor();
    assert.equal(await results.locator('[aria-label=black]').nth(1).inputValue(), 'Cora');
    await results.locator('[aria-label=result]').nth(1).fill('x+y');
    await results.locator('[type=submit]').click();
    await results.locator('[aria-invalid=true]').waitFor();
    assert.equal(await results.locator('[aria-invalid=true]').getAttribute('aria-label'), 'result');
    await results.locator('[aria-label=result]').nth(1).fill('B+4.5');
    await results.locator('[type=submit]').click();
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.querySelector('.cross .differs'));
    const [event, table5] = [await table(page, 'event.toml'), await table(page, 'results.csv')];
    for (const { name, text } of [event, table5]) writeFileSync(join(work, name), text);
    await sameTables(page, ['drafted', '--event', 'event.toml', '--results', 'results.csv'], work, ['pairings.csv']);
    await page.reload();
    await ready(page);
    await give(page, from);
    await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.querySelector('.cross .differs'));
    assert.equal(await page.locator('#report h1').textContent(), 'Cup of 2026');
    assert.equal((await table(page, 'event.toml')).text, event.text);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'a record is repaired and converted, and the changes are shown first'() {
    const broken = '(;FF[4]SZ[9]PB[Ann]RE[b+r];B[ee];W[])';
    const from = folder('repair', { 'a.sgf': broken });
    const { page, faults, context } = await start();
    await give(page, from);
    await page.locator('#games .open-game').click();
    await page.locator('#game .card').waitFor();
    await page.locator('#game .tools button', { hasText: 'Repair' }).click();
    await page.locator('#record pre').waitFor();
    assert.match(await page.locator('#record pre').textContent(), /\+.*RE\[B\+R\]/);
    const repaired = await download(page, () => page.click('#record .save'));
    // A file that changes can't be read by the page any more.
    const fixed = join(folder('fixed', { 'a.sgf': broken }), 'a.sgf');
    run(['fix', fixed, '--write', '--quiet']);
    assert.deepEqual([repaired.name, repaired.text], ['a.sgf', readFileSync(fixed, 'utf8')]);
    await page.locator('#record .close').click();
    await page.locator('#game .tools button', { hasText: 'Convert' }).click();
    await page.locator('#record select').waitFor();
    await page.selectOption('#record select', 'gtp');
    await page.waitForFunction(() => document.querySelector('#record pre')?.textContent.includes('play B E5'));
    const converted = await download(page, () => page.click('#record .save'));
    assert.deepEqual([converted.name, converted.text.includes('play B E5')], ['a.gtp', true]);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'names and comments are text and run nothing'() {
    const hostile = '</td><script>alert(1)</script><img src=x onerror=alert(2)>" onclick="alert(3)" autofocus onfocus="alert(4)';
    const names = ['PB', 'PW', 'EV', 'DT', 'RO', 'PC', 'C', 'GN'].map(property => `${property}[${hostile}]`).join('');
    const name = '<img src=x onerror=alert(5)>\u202e.sgf';
    const { page, faults, context } = await start();
    await give(page, folder('hostile', { [name]: game(names, 'W+3.5'), 'b.sgf': game(names, hostile), 'c.sgf': `(;SZ[9];B[ee];W[ee]C[${hostile}])` }));
    assert.equal(await page.locator('#report script, #report img, #report [onclick], #report [onfocus]').count(), 0);
    assert.ok((await page.locator('.card').first().textContent()).includes('<script>alert(1)</script>'));
    for (const row of await page.locator('#games .open-game').all()) {
      await row.click();
      await page.locator('#game .card').waitFor();
      await page.locator('#game .close').click();
    }
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'a file that ends a worker is reported, and the rest goes on'() {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    // The worker as it is, but for files of these names.
    await context.route('**/worker.js', async route => {
      const script = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: `${script}
        const audit = wasm_bindgen.Auditing.prototype.audit;
        wasm_bindgen.Auditing.prototype.audit = function (path, bytes, alive) {
          if (path.includes('trap')) throw new WebAssembly.RuntimeError('unreachable');
          if (path.includes('hang')) for (;;);
          if (path.includes('gone')) { setTimeout(() => { throw new Error('it fell'); }); for (const end = Date.now() + 200; Date.now() < end;); return audit.call(this, path, bytes, alive); }
          return audit.call(this, path, bytes, alive);
        };` });
    });
    const { page } = await open(context, server.url);
    await ready(page);
    await page.evaluate(() => { SgfAuditPool.silence = 3000; });
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${String(n).padStart(2, '0')}.sgf`, game(`PB[P${n}]`, 'B+4.5')]));
    await give(page, folder('dying', { ...files, '05-trap.sgf': '(;)', '20-hang.sgf': '(;)' }));
    assert.equal(await page.locator('#games tbody tr').count(), 40);
    const text = await page.locator('#f-internal-error').textContent();
    assert.match(text, /05-trap\.sgf.*couldn.t be audited here: unreachable/s);
    assert.match(text, /20-hang\.sgf.*couldn.t be audited here: it took too long/s);
    await context.close();
  },
  async 'it asks for nothing but its own files, can ask for nothing later, and works offline'() {
    server.requests.length = 0;
    const { page, faults, context } = await start();
    await page.waitForFunction(() => document.getElementById('ready').textContent.includes('offline'));
    const asked = [];
    context.on('request', request => asked.push(request.url()));
    await give(page, folder('alone', { 'a.sgf': game('', 'W+3.5') }));
    await table(page, 'report.html');
    assert.deepEqual(asked.filter(url => !url.startsWith('blob:')), []);
    const own = new Set(readdirSync(site).map(name => `GET /${name}`).concat('GET /'));
    assert.deepEqual(server.requests.filter(request => !own.has(request)), []);
    assert.deepEqual(faults, []);
    const connects = 'fetch("/index.html").then(() => "connected", () => "refused")';
    assert.equal(await page.evaluate(connects), 'refused');
    const inWorker = await page.evaluate(async code => {
      const source = URL.createObjectURL(new Blob([`${code}.then(postMessage)`]));
      return new Promise(resolve => { new Worker(source).onmessage = ({ data }) => resolve(data); });
    }, connects);
    assert.equal(inWorker, 'refused');
    await context.setOffline(true);
    const later = await context.newPage();
    await later.goto(server.url);
    await ready(later);
    await give(later, join(work, 'alone'));
    assert.equal(await later.locator('.card').count(), 1);
    await context.close();
  },
  async 'it grows, shows progress, and can be stopped and started over'() {
    const files = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${n}.sgf`, game(`PB[P${n}]`, n % 50 ? 'B+4.5' : 'W+3.5')]));
    const { page, faults, context } = await start();
    await page.setInputFiles('#folder', folder('many', files));
    const seen = await page.evaluate(async () => {
      const seen = { progress: new Set(), cards: new Set() };
      while (document.body.dataset.shown !== 'true' || document.body.dataset.done !== 'true') {
        seen.progress.add(document.getElementById('progress').value);
        seen.cards.add(document.querySelectorAll('.card').length);
        await new Promise(resolve => { setTimeout(resolve, 20); });
      }
      return { progress: seen.progress.size, cards: seen.cards.size };
    });
    assert.ok(seen.progress > 5 && seen.cards > 1, JSON.stringify(seen));
    assert.equal(await page.locator('.card').count(), 60);
    await page.click('#again');
    assert.equal(await page.locator('#report').textContent(), '');
    await page.setInputFiles('#folder', join(work, 'many'));
    await page.click('#stop');
    await wholeOf(page);
    assert.match(await page.locator('#state').textContent(), /Stopped/);
    assert.deepEqual(faults, []);
    await context.close();
  },
  async 'it is valid, accessible, and fits a phone'() {
    for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
      const { page, context } = await start({ viewport: { width, height: 800 }, colorScheme, bypassCSP: true });
      await validate(await page.content());
      const results = 'round,black,white,result\n1,Ann,Ben,B\n2,Ben,Ann,B\n';
      await give(page, folder('access', { 'a.sgf': game('PB[Ann]PW[Ben]RO[1]', 'W+3.5'), 'b.sgf': '(;SZ[9];B[ee];W[ee])', 'results.csv': results, 'event.toml': 'komi = 0.5\n' }));
      await page.waitForSelector('.cross');
      const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(element => element.id));
      assert.deepEqual(ids.filter((id, at) => ids.indexOf(id) !== at), [], 'ids that stand twice');
      await checkAccess(page);
      await page.locator('#games .open-game').first().click();
      await page.locator('#game .card').waitFor();
      await checkAccess(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels`);
      await context.close();
    }
  },
};

// The time of a folder of records on one core.
const speed = async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 1 }));
  const { page } = await open(context, server.url);
  await ready(page);
  const chosen = readdirSync(values.speed).sort().slice(0, 500).map(name => join(resolve(values.speed), name));
  const started = performance.now();
  await give(page, chosen);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${chosen.length} records of ${basename(values.speed)} with one worker: ${seconds.toFixed(1)} s`);
  await context.close();
};

let failed = 0;
try {
  for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(values.only))) {
    const started = performance.now();
    try {
      await test();
      console.log(`ok   ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}\n${error.stack}`);
    }
  }
  if (values.speed) await speed();
} finally {
  await browser.close();
  server.close();
  rmSync(work, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
