import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { about, contactPage, home, navigation } from '../../src/content/release-content.ts';
import { fillForm, openForm, submitForm } from '../contact-form.ts';
import { anna, expect, findNotice, pressButton, registerAndSignIn, storeEnquiry, test as base } from '../office.ts';
import { openPage } from '../page-actions.ts';

const executablePath = '/usr/bin/chromium';
const options = { timeout: 60_000 };

/** `page`: of a Chromium on a desktop of its own, which Orca reads. `said`: what Orca has said so far. */
const test = base.extend<{ said: string[] }>({
  said: [[], { option: true }],
  page: async ({ said, site, launchOptions }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'orca-'));
    const desktop = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8' };
    await using parts = new AsyncDisposableStack();
    parts.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    parts.adopt(recordSpeech(join(folder, 'speech'), said), (server) => void server.close());
    const start = (command: string, args: string[], more: object) =>
      parts.adopt(
        spawn(command, args, { env: { ...desktop, ...more }, stdio: ['ignore', 'pipe', 'ignore'] }),
        (child) => void child.kill(),
      );
    const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {});
    const DISPLAY = `:${String(await once(screen.stdout, 'data')).trim()}`;
    const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'], { DISPLAY });
    const DBUS_SESSION_BUS_ADDRESS = String(await once(bus.stdout, 'data')).trim();
    const env = { ...desktop, DISPLAY, DBUS_SESSION_BUS_ADDRESS, SPEECHD_ADDRESS: `unix_socket:${folder}/speech` };
    start('orca', [], env).stdout.pipe(process.stdout);
    await expect.poll(() => said, options).not.toEqual([]);
    const args = [...(launchOptions.args ?? []), '--app=data:,', '--force-renderer-accessibility'];
    // A window without a bar for addresses, which would have the focus.
    const window = { headless: false, ignoreDefaultArgs: ['about:blank'], args };
    const own = { ...window, executablePath, env, baseURL: site.url };
    const context = await chromium.launchPersistentContext(join(folder, 'browser'), own);
    parts.defer(() => context.close());
    await use(context.pages()[0] ?? (await context.newPage()));
    console.log(`Orca said:\n${said.join('\n')}`);
  },
});
test.skip(![executablePath, '/usr/bin/orca', '/usr/bin/Xvfb'].every(existsSync), 'There is no Orca, Chromium or Xvfb.');
test.slow();

test('Orca reads a title, the theme, a fault, an answer, and that a reply is undone', async ({ page, said, site }) => {
  const { faults, success } = contactPage.form;
  const hear = async (act: () => Promise<unknown>, ...words: string[]) => {
    const before = said.length;
    await act();
    for (const part of words) await expect.poll(() => said.slice(before).join('\n'), options).toContain(part);
  };
  const follow = (selector: string) => () => page.locator(selector).first().press('Enter');
  await hear(() => openPage(page, '/'), home.seo.title);
  expect(said.join('\n')).not.toContain(navigation.theme.dark);
  await hear(follow('nav a[href="/about"]'), `${about.title} heading level 1`);
  await hear(follow('.site-logo'), `${home.hero.headline} heading level 1`);
  await hear(() => page.getByRole('button', { name: navigation.theme.toLight }).press('Enter'), navigation.theme.light);

  await hear(() => openForm(page), contactPage.seo.title);
  await hear(() => submitForm(page), 'invalid entry', faults.missing.name, faults.missing.message);
  await fillForm(page);
  await hear(() => submitForm(page), success.title, success.description);

  await registerAndSignIn(page, site, anna);
  await page.goto(`${site.officeUrl}/enquiries/${await storeEnquiry(site)}`);
  await page.getByLabel('Your reply').fill('At noon.');
  await hear(() => pressButton(page, 'Send the reply'), 'Your reply is on its way');
  const undo = findNotice(page).getByRole('button', { name: 'Undo the reply' });
  await hear(() => undo.press('Enter'), 'Your reply is not sent');
});

/** Stands in for Speech Dispatcher, by what Orca needs of its protocol, SSIP. Adds to `said` each text that it gets. */
function recordSpeech(path: string, said: string[]) {
  return createServer((socket) => {
    let text: string[] | undefined;
    createInterface({ input: socket }).on('line', (line) => {
      if (text && line !== '.') return void text.push(line);
      if (text) said.push(text.join(' ').replaceAll(/<[^>]*>/g, ''));
      const hasId = text !== undefined || line.startsWith('HISTORY');
      text = line === 'SPEAK' ? [] : undefined;
      socket.write(text ? '230 OK\r\n' : hasId ? '225-1\r\n225 OK\r\n' : '200 OK\r\n');
    });
  }).listen(path);
}
