// Tests of report.html: valid HTML, no serious fault by axe-core, and all there without scripts.
//   node report.mjs REPORT.html...
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { strict as assert } from 'node:assert';
import { HtmlValidate } from 'html-validate';
import { launch, open } from './browser.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// The style of the source, and not its validity: long lines, self-closing SVG, and the like.
const OF_STYLE = { 'no-inline-style': 'off', 'long-title': 'off', 'no-trailing-whitespace': 'off', 'void-style': 'off', 'doctype-style': 'off', 'no-raw-characters': 'off', 'attribute-boolean-style': 'off', 'svg-focusable': 'off', 'prefer-native-element': 'off', 'no-unused-disable': 'off', 'attribute-empty-style': 'off' };
const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: OF_STYLE });

export const validate = async html => {
  const result = await validator.validateString(html);
  const messages = result.results.flatMap(file => file.messages);
  assert.deepEqual(messages.slice(0, 20).map(m => `${m.line}:${m.column} ${m.ruleId}: ${m.message}`), []);
};

export const checkAccess = async page => {
  await page.evaluate(axe);
  const result = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  const serious = result.violations.filter(violation => ['serious', 'critical'].includes(violation.impact));
  assert.deepEqual(serious.map(v => `${v.id}: ${v.help} (${v.nodes.length}) ${v.nodes[0].html.slice(0, 160)}`), []);
};

// A print is light, whatever the screen is: no color differs from that of a light screen's print.
const checkPrint = async (browser, url) => {
  const colors = async colorScheme => {
    const context = await browser.newContext({ colorScheme });
    const { page } = await open(context, url);
    await page.emulateMedia({ media: 'print', colorScheme });
    const found = await page.evaluate(() => [...document.querySelectorAll('body, body *')].map(element => {
      const { color, backgroundColor, fill } = getComputedStyle(element);
      return `${element.tagName} ${color} ${backgroundColor} ${fill}`;
    }));
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await context.close();
    assert.equal(background, 'rgb(255, 255, 255)');
    return found;
  };
  const [light, dark] = [await colors('light'), await colors('dark')];
  assert.deepEqual(dark.filter((color, at) => color !== light[at]).slice(0, 5), []);
};

const checkReport = async (browser, path) => {
  const html = await readFile(path, 'utf8');
  await validate(html);
  const url = pathToFileURL(path).href;
  let cards;
  for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark']]) {
    // axe is run by the test, which the report's own policy would forbid.
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const { page, faults } = await open(context, url);
    await checkAccess(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${path}: ${wide} pixels wide on a screen of ${width}`);
    cards = await page.locator('.card').count();
    assert.deepEqual(faults, []);
    await context.close();
  }
  await checkPrint(browser, url);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const { page } = await open(context, url);
  assert.equal(await page.locator('.card:visible').count(), cards);
  assert.equal(await page.locator('.filter:visible').count(), 0);
  await context.close();
  console.log(`${path}: ${cards} cards, valid, accessible, whole without scripts`);
};

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const browser = await launch();
  try {
    for (const path of process.argv.slice(2)) await checkReport(browser, path);
  } finally {
    await browser.close();
  }
}
