import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { about, contactPage, home, services } from '../../src/content/release-content.ts';
import { findFreePort } from '../../src/process/testing/find-free-port.ts';
import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import { expect, test as base } from '../site.ts';

/** WebKit's MiniBrowser, in a folder with its version. */
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

interface Tab {
  open(address: string): Promise<void>;
  back(): Promise<void>;
  textOf(selector: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
}

/**
 * A test in Debian's WebKitGTK, the engine of Safari 26.0, which has no Navigation API. Driven by its own WebDriver
 * (https://www.w3.org/TR/webdriver2/) on a virtual screen: Playwright drives only its own build of WebKit.
 */
const test = base.extend<{ tab: Tab }>({
  tab: async ({ site }, use) => {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [display] = await once(screen.stdio[3] ?? screen, 'data');
    const port = await findFreePort();
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
    const script = 'return document.querySelector(arguments[0])?.textContent.trim()';
    await command('window/rect', { width: 1280, height: 900 });
    await use({
      open: async (path) => void (await command('url', { url: site.url + path })),
      back: async () => void (await command('back', {})),
      textOf: (selector) => command('execute/sync', { script, args: [selector] }),
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

test('WebKit shows pages, leads on by a menu, returns by Back, and sends an enquiry', async ({ tab, site }) => {
  const [service] = services;
  // Its driver cannot type a line break.
  const typed = { ...sampleFields, message: 'Please call me back.' };
  await tab.open('/');
  await tab.click('header nav a[href="/about"]');
  await expect.poll(() => tab.textOf('h1')).toBe(about.title);
  await tab.click('[popovertarget="services-menu"]');
  await tab.click(`#services-menu a[href="/services/${service?.slug}"]`);
  await expect.poll(() => tab.textOf('h1')).toBe(service?.title);
  await tab.back();
  await tab.back();
  await expect.poll(() => tab.textOf('h1')).toBe(home.hero.headline);

  await tab.open('/contact');
  await tab.type('#name', ' ');
  await expect.poll(() => tab.textOf('[data-live]')).toBeTruthy();
  await tab.click('form button[type=submit]');
  await expect.poll(() => tab.textOf('#message-fault')).toContain(contactPage.form.faults.missing.message);
  expect(await tab.textOf(':focus + [role=status]#email-hint')).toBe('');
  for (const [name, text] of Object.entries(typed)) await tab.type(`#${name}`, text);
  await tab.click('form button[type=submit]');
  await expect.poll(() => tab.textOf('#outcome')).toContain(contactPage.form.success.title);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining(typed)]);
});
