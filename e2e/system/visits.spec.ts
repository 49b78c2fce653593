import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { type Browser, type BrowserContextOptions, chromium, devices } from '@playwright/test';
import fc from 'fast-check';
import { sendHttp2Request } from '../../src/start/testing/https-client.ts';
import { nginx, siteUrl } from '../../src/start/testing/proxies.ts';
import { sendForm } from '../contact-form.ts';
import { waitUntilStarted } from '../page-actions.ts';
import { pages } from '../pages.ts';
import { expect, test } from '../site.ts';
// By name alone, without the addresses by which some are known as well.
const robots = `HeadlessChrome/131.0.0.0 Googlebot bingbot Chrome-Lighthouse YandexBot Baiduspider DuckDuckBot
AhrefsBot SemrushBot MJ12bot PetalBot GPTBot ClaudeBot CCBot Applebot Amazonbot PhantomJS/2.1.1 UptimeRobot
PerplexityBot LinkedInBot Bytespider Twitterbot/1.0 Go-http-client/2.0 python-requests/2.31.0 Java/17.0.9
okhttp/4.12.0 axios/1.6.2 node WhatsApp/2.23.20.0 GuzzleHttp/7 TelegramBot Apache-HttpClient libwww-perl/6.72
node-fetch/1.0 Scrapy/2.11.0 curl/8.5.0 Wget/1.21.4 Slackbot facebookexternalhit/1.1 PostmanRuntime`.split(/\s/);
const set = (of: string, name: string, is: string) => `Object.defineProperty(${of}, '${name}', { value: ${is} });`;
/** Who visits, in equal shares, with a script of the browser. */
const sorts: [sort: string, script?: string, options?: BrowserContextOptions][] = [
  ...Array.from({ length: 7 }, (): [string] => ['person']),
  ['nobody', set('document', 'hidden', 'true')],
  ['objector', set('navigator', 'globalPrivacyControl', 'true')],
  ['objector', set('navigator', 'doNotTrack', "'1'")],
  ['objector', "localStorage['counts'] = 'off'"],
  ['objector', '', { extraHTTPHeaders: { 'Sec-GPC': '1' } }],
  ['no scripts', '', { javaScriptEnabled: false }],
  ['robot', '', { userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${robots[0]} Safari/537.36` }],
  ['robot', '', { userAgent: `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${robots[1]})` }],
];
const act = fc.constantFrom('follow', 'follow', 'pass', 'hover', 'press', 'back', 'reload');
const randomVisit = fc.record({
  referer: fc.constantFrom('', 'https://www.linkedin.com/feed/', 'https://duckduckgo.com/'),
  query: fc.constantFrom('', '', '?utm_source=LinkedIn&utm_medium=social&utm_campaign=spring', '?utm_source=mail'),
  first: fc.constantFrom(...pages.map(({ path }) => path)),
  acts: fc.array(fc.tuple(act, fc.nat(4)), { maxLength: 4 }),
});
const visits = fc.sample(randomVisit, { seed: 1, numRuns: Number(process.env['VISITS'] ?? 30) });

/** Makes a visit. Adds to `seen` each view and step of a person, what led here, and the origin of an enquiry. */
async function replay(browser: Browser, number: number, visit: (typeof visits)[number], seen: string[]): Promise<void> {
  const { referer, query, first, acts } = visit;
  const [sort, script = '', options = {}] = sorts[number % sorts.length] ?? [''];
  const context = await browser.newContext({ ...devices[number % 2 === 0 ? 'Desktop Chrome' : 'Pixel 7'], ...options });
  // The stopped clock would hide how a page was loaded, and the machine has no network but its own.
  await context.addInitScript(set('window', 'performance', 'performance') + script);
  await context.addInitScript(set('navigator', 'onLine', 'true'));
  await context.clock.install({ time: Date.now() - 60_000 });
  await context.clock.pauseAt(Date.now() - 50_000);
  const page = await context.newPage();
  const reports: Promise<unknown>[] = [];
  page.on('request', (request) => request.url().endsWith('/api/statistics') && reports.push(request.response()));
  const where = () => new URL(page.url()).pathname;
  const host = referer ? new URL(referer).host.replace('www.', '') : 'direct';
  const campaign = [...new URLSearchParams(query).values()].join(' / ').toLowerCase();
  let [entries, origin, previous] = [[''], { firstPage: first, host, campaign }, new Map<string, string>()];
  let isBegun = false;
  const before = () => previous.get(where()) || '/contact';
  const see = (...texts: string[]) => sort === 'person' && seen.push(texts.join(' '));
  /** Comes to a page by an act of the visitor, and stays there for a time. */
  async function come(
    by: () => Promise<unknown>,
    time = 1000,
    way: 'link' | 'back' | 'reload' = 'link',
  ): Promise<void> {
    const left = entries.at(-1) ?? '';
    if (left) await page.locator('main').evaluate((main) => (main.dataset['left'] = ''));
    await by();
    await page.locator('main:not([data-left])').waitFor();
    if (way === 'reload') [origin, previous] = [{ firstPage: '', host: '', campaign: '' }, new Map()];
    if (way === 'link') previous.set(where(), left);
    if (way === 'back') entries.pop();
    if (way === 'link') entries.push(where());
    if (sort === 'no scripts') return;
    await waitUntilStarted(page);
    await page.clock.runFor(time);
    if (time < 1000) return;
    if (sort === 'robot') seen.push('robot ');
    see('view', where());
    if (!isBegun) see('visit', where(), host, campaign);
    isBegun = true;
    if (where() === '/contact') see('opened', before());
  }
  const link = () => page.locator(`a[href^="/"]:visible:not([href*="#"], [href*="."], [href="${where()}"])`);
  const isQuick = number % 3 === 0;
  await come(() => page.goto(siteUrl + first + query, { ...(referer && { referer }) }), isQuick ? 999 : 1000);
  // Who leaves the first page at once still came from somewhere.
  if (isQuick) await come(() => link().nth(0).click());
  for (const [act, at] of acts) {
    if (act === 'pass') await come(() => link().nth(at).click(), 999);
    if (act === 'pass' || act === 'follow') await come(() => link().nth(at).click());
    if (act === 'press' && sort !== 'nobody') {
      await page.locator('footer a[data-fact=phone]').click();
      if (sort === 'robot') seen.push('robot ');
      see('phone', where() === '/contact' ? before() : where());
    }
    if (act === 'hover') await link().nth(at).hover();
    if (sort !== 'no scripts') await page.clock.runFor(100);
    if (act === 'reload' && where() !== '/contact') await come(() => page.reload(), 1000, 'reload');
    if (act === 'back' && entries[2] && origin.firstPage) await come(() => page.goBack(), 1000, 'back');
  }
  if (number % 4 === 1 && ['person', 'objector'].includes(sort)) {
    if (where() !== '/contact') await come(() => page.locator('a[href="/contact"]:visible').last().click());
    const message = `Message ${number}`;
    await sendForm(page, { name: 'Ada', email: 'ada@example.com', company: message, subject: 'A visit', message });
    await page.clock.runFor(1000);
    await page.locator('form[data-state=sent]').waitFor();
    for (const step of ['begun', 'sent']) see(step, before());
    seen.push(`${message}: ${sort === 'person' ? JSON.stringify({ page: before(), ...origin }) : null}`);
  }
  await Promise.all(reports);
  await context.close();
}
test.use({ env: { SITE_URL: siteUrl, TRUST_PROXY: '1' } });
test('what is stored of visits is what people saw', async ({ site, launchOptions }) => {
  test.skip(!nginx.isTestable);
  test.setTimeout(60_000 + visits.length * 5000);
  const port = Number(new URL(site.url).port);
  const gate = createServer((socket) => void pipeline(socket, connect(port, '127.0.0.1'), socket, () => {}));
  const proxy = await nginx.start([gate]);
  const { executablePath = chromium.executablePath(), args = [] } = launchOptions;
  const inMachine = `${proxy.machine.directory}/chromium`;
  const flags = '--ignore-certificate-errors "--host-resolver-rules=MAP * 127.0.0.1"';
  const command = [...proxy.machine.networkCommandPrefix, executablePath, flags, '"$@"'].join(' ');
  writeFileSync(inMachine, `#!/bin/sh\nexec ${command}\n`, { mode: 0o700 });
  const browser = await chromium.launch({ executablePath: inMachine, args });
  const [stored, seen, waiting] = [[''], ['', ...robots.map(() => 'robot ')], visits.entries()];
  const makeVisits = () => Array.fromAsync(waiting, ([number, visit]) => replay(browser, number, visit, seen));
  await Promise.all([makeVisits(), makeVisits()]);
  for (const name of robots) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': name };
    await sendHttp2Request(proxy, '/api/statistics', { method: 'POST', headers, body: 'page=%2F&from=&host=' });
  }
  await site.statistics.save();
  for (const row of await site.database.database.selectFrom('page_counts').selectAll().execute()) {
    stored.push(...Array.from({ length: row.number }, () => `${row.detail || row.kind} ${row.page}`));
    stored.push(...Array.from({ length: row.visits }, () => ['visit', row.page, row.host, row.campaign].join(' ')));
  }
  for (const { company, origin } of await site.database.database.selectFrom('enquiries').selectAll().execute())
    stored.push(`${company}: ${origin}`);
  expect(stored.toSorted()).toEqual(seen.toSorted());
  await browser.close();
  await proxy.stop();
  gate.close();
});
