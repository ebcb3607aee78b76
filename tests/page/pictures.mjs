// Makes the pictures of docs/directors.md: an invented event, as the page shows it.
//   node pictures.mjs PAGE docs/pictures
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch, open } from './browser.mjs';
import { serve } from './serve.mjs';

const [site, out] = process.argv.slice(2).map(path => resolve(path));
const black = 'C6 C2 D4 D3 C5 C7 D7 D8 E2 D2 B8 D9 E1 H2'.split(' ');
const white = 'E6 H6 E4 E3 D5 D6 E7 E8 F2 F3 G8 E9 F1 B4'.split(' ');
const point = name => 'abcdefghi'['ABCDEFGHJ'.indexOf(name[0])] + 'abcdefghi'[9 - Number(name[1])];
const moves = black.map((name, n) => `;B[${point(name)}];W[${point(white[n])}]`).join('');
const record = ([blackName, blackRank, whiteName, whiteRank, round, result, last]) =>
  `(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[AGA]KM[7.5]EV[Spring Open]RO[${round}]DT[2026-04-11]`
  + `PB[${blackName}]BR[${blackRank}]PW[${whiteName}]WR[${whiteRank}]RE[${result}]${moves}${last})`;
const games = [
  ['Ada Brook', '3k', 'Tom Hale', '2k', 2, 'W+9.5', ';B[];W[]'],
  ['Lena Fox', '1d', 'Sam Reed', '1k', 1, 'W+16.5', ';B[];W[]'],
  ['Tom Hale', '2k', 'Lena Fox', '1d', 1, 'W+R', ''],
  ['Sam Reed', '1k', 'Ada Brook', '3k', 1, 'W+16.5', ';B[];W[]'],
  ['Kim Lowe', '5k', 'Ada Brook', '3k', 3, 'W+16.5', ';B[]'],
];
const work = mkdtempSync(join(tmpdir(), 'pictures-'));
mkdirSync(join(work, 'Spring Open'));
games.forEach((game, n) => writeFileSync(join(work, 'Spring Open', `round-${game[4]}-table-${n + 1}.sgf`), record(game)));
// The table has another winner of the third game, and a game without a record.
const event = join(work, 'event.toml');
writeFileSync(event, 'name = "Spring Open"\nruleset = "aga"\nkomi = 7.5\n');
const results = join(work, 'results.csv');
const row = ([black, , white, , round, result]) => `${round},${black},${white},0,7.5,${result}\n`;
writeFileSync(results, `round,black,white,handicap,komi,result\n${games.map((game, n) => row(n === 2 ? game.with(5, 'B+R') : game)).join('')}3,Sam Reed,Tom Hale,0,7.5,W+R\n`);
mkdirSync(out, { recursive: true });

const server = await serve(site);
const browser = await launch();
try {
  const context = await browser.newContext({ viewport: { width: 1080, height: 560 }, colorScheme: 'light' });
  const { page } = await open(context, server.url);
  await page.waitForFunction(() => document.body.dataset.ready === 'true' && document.getElementById('ready').textContent.includes('offline'));
  await page.selectOption('#rules', 'aga');
  const picture = (name, options) => page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 72, ...options });
  await picture('page-start', { clip: { x: 0, y: 0, width: 1080, height: 440 } });
  await page.setInputFiles('#folder', join(work, 'Spring Open'));
  await page.waitForFunction(() => document.body.dataset.shown === 'true' && document.body.dataset.done === 'true');
  await page.setViewportSize({ width: 1080, height: 760 });
  await picture('page-report');
  const card = page.locator('.card').first();
  await page.evaluate(() => { document.querySelector('.filter').style.position = 'static'; });
  await card.screenshot({ path: join(out, 'page-card.jpg'), type: 'jpeg', quality: 72 });
  const board = card.locator('.board');
  const { width } = await board.boundingBox();
  const unit = width / (2 * 30 + 8 * 24);
  await board.click({ position: { x: (30 + 24) * unit, y: (30 + 5 * 24) * unit } });
  await page.waitForSelector('.card.settled');
  await card.screenshot({ path: join(out, 'page-marked.jpg'), type: 'jpeg', quality: 72, clip: undefined });
  await page.setInputFiles('#files', [event, results]);
  await page.waitForSelector('.cross .no-record');
  await page.evaluate(() => { document.querySelector('.filter').style.position = 'static'; });
  await page.locator('#event').screenshot({ path: join(out, 'page-event.jpg'), type: 'jpeg', quality: 72 });
} finally {
  await browser.close();
  server.close();
  rmSync(work, { recursive: true, force: true });
}
