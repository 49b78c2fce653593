import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';

import { about, contactPage, home } from '../../../content/words.ts';
import { fields } from '../../../enquiries/testing/samples.ts';
import { freePort } from '../../../enquiries/testing/free-port.ts';
import { expect, testOfPages } from '../../site.ts';

/** WebKit's own small browser, whose folder names its version. */
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

interface Tab {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of a function in the page. */
  run(body: string, ...values: unknown[]): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
}

/**
 * A test in Debian's WebKitGTK, the engine of Safari 26.0: it has no Navigation API. It is driven by its own WebDriver
 * (https://www.w3.org/TR/webdriver2/) on a screen of its own; Playwright drives only a WebKit of its own making.
 */
const test = testOfPages.extend<{ tab: Tab }>({
  tab: async ({ site }, use) => {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [display] = await once(screen.stdio[3] ?? screen, 'data');
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11' },
      stdio: 'ignore',
    });
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { value } = (await answer.json()) as { value: unknown };
      if (!answer.ok) throw new Error(JSON.stringify(value));
      return value;
    };
    await expect.poll(() => call('GET', '/status').catch(() => undefined)).toMatchObject({ ready: true });
    const options = { binary: browser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
    const command = (name: string, body: object) => call('POST', `/session/${sessionId}/${name}`, body);
    const find = async (selector: string) => {
      const found = await command('element', { using: 'css selector', value: selector });
      return Object.values(found as Record<string, string>)[0];
    };
    await command('window/rect', { width: 1280, height: 900 });
    await use({
      open: async (path) => void (await command('url', { url: site.url + path })),
      back: async () => void (await command('back', {})),
      reload: async () => void (await command('refresh', {})),
      run: (body, ...args) => command('execute/sync', { script: body, args }),
      click: async (selector) => void (await command(`element/${await find(selector)}/click`, {})),
      type: async (selector, text) => void (await command(`element/${await find(selector)}/value`, { text })),
    });
    await call('DELETE', `/session/${sessionId}`);
    driver.kill();
    screen.kill();
  },
});
test.skip(browser === undefined, 'There is no WebKitGTK.');
test.slow();

const heading = (tab: Tab) => tab.run('return document.querySelector("h1").textContent.trim()');
const address = (tab: Tab) => tab.run('return location.pathname');
const scrolled = (tab: Tab) => tab.run('return Math.round(scrollY)');
const isSame = (tab: Tab) => tab.run('return "marked" in window');
const started = (tab: Tab) =>
  expect.poll(() => tab.run('return Boolean(document.querySelector("head > link[rel=stylesheet]")?.sheet)')).toBe(true);

test('a link loads the next page at its top, and Back returns to the place that was left', async ({ tab }) => {
  await tab.open('/');
  await started(tab);
  expect(await tab.run('return "navigation" in window')).toBe(false);
  await tab.run('window.marked = true; scrollTo({ top: 900, behavior: "instant" })');
  await tab.click('header nav a[href="/about"]');
  await expect.poll(() => heading(tab)).toBe(about.title);
  expect([await address(tab), await scrolled(tab), await isSame(tab)]).toEqual(['/about', 0, false]);
  await tab.back();
  await expect.poll(() => heading(tab)).toBe(home.hero.headline);
  expect(await address(tab)).toBe('/');
  await expect.poll(() => scrolled(tab)).toBe(900);
});

test('a page that comes back from the browser’s memory still opens its menu and switches its theme', async ({
  tab,
}) => {
  await tab.open('/');
  await started(tab);
  await tab.run('window.marked = true');
  await tab.click('header nav a[href="/about"]');
  await expect.poll(() => heading(tab)).toBe(about.title);
  await tab.back();
  await expect.poll(() => heading(tab)).toBe(home.hero.headline);
  // Else the test shows nothing of pages that come back.
  expect(await isSame(tab)).toBe(true);
  await tab.click('[popovertarget="services-menu"]');
  expect(await tab.run('return document.querySelector(":popover-open")?.id')).toBe('services-menu');
  const theme = () => tab.run('return document.documentElement.className');
  expect(await theme()).toBe('dark');
  await tab.run('document.querySelector("[data-theme-toggle]").click()');
  await expect.poll(theme).toBe('light');
});

test('what is typed into the form is there after a walk and a reload', async ({ tab }) => {
  const value = () => tab.run('return document.querySelector("#name")?.value');
  await tab.open('/contact');
  await tab.type('#name', fields.name);
  await expect.poll(() => tab.run('return document.querySelectorAll("[data-live]").length')).toBe(1);
  await tab.click('header nav a[href="/about"]');
  await expect.poll(() => heading(tab)).toBe(about.title);
  await tab.back();
  await expect.poll(value).toBe(fields.name);
  await tab.reload();
  await expect.poll(value).toBe(fields.name);
  await tab.open('/contact');
  await expect.poll(() => heading(tab)).toBe(contactPage.title);
  await expect.poll(value).toBe(fields.name);
});
