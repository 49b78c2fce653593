import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { findFreePort } from '../../src/process/testing/find-free-port.ts';
import { expect, test as base } from '../site.ts';
import { makeJourney, type Tab } from './engine-journey.ts';

/** WebKit's MiniBrowser, in a folder with its version. */
const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

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

test('WebKit shows pages, leads on by a menu, returns by Back, and sends an enquiry', ({ tab, site }) =>
  makeJourney(site, tab));
