// Chromium, and pages whose faults are remembered.
import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';

const places = [process.env.SGF_AUDIT_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

export const launch = () => chromium.launch({
  executablePath: places.find(path => path && existsSync(path)),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

// Opens a page. What it prints as an error or warning, throws or shows in an alert goes to `faults`.
export const open = async (context, url) => {
  const page = await context.newPage();
  const faults = [];
  page.on('console', message => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', error => faults.push(String(error)));
  page.on('dialog', dialog => {
    faults.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(url);
  return { page, faults };
};
