import type { CDPSession, Page } from '@playwright/test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { fieldNames } from '../../enquiries/core/enquiry.ts';
import { expect, testOfPages as test } from '../site.ts';

// Two tabs of one browser, one of which runs no scripts, make the same random journeys, and must show the same after each step.
//   JOURNEY_SEED=… npx playwright test --project=system with-and-without   makes the journeys of a seed again

const seed = Number(process.env['JOURNEY_SEED'] ?? 1);
const journeys = 20;
const stepsOfEach = 50;
/** How long both tabs have after a step until they show the same, in milliseconds: more than a slow machine takes. */
const patience = 5000;

/** What is compared after each step. */
interface Shown {
  address: string;
  title: string;
  heading: string;
  text: string;
  /** Which links of the header lead to the page that is shown. */
  current: string;
  fields: Record<string, string>;
  focus: string;
  isFocusInMenu: boolean;
  menu: string;
}

/** Where scripts make a difference on purpose, and why: what is compared then in the place of what is shown. */
const differences: readonly { reason: string; level: (shown: Shown, tab: Tab) => Partial<Shown> }[] = [
  {
    reason: 'scripts turn the focus to the heading of the next page; a browser by itself begins at the top',
    level: ({ focus }) => ({ focus: focus === 'H1' ? 'BODY' : focus }),
  },
  {
    reason: 'scripts close the menu when the focus leaves it; a browser by itself waits for a press elsewhere',
    level: ({ focus, menu }) => ({ menu: focus === servicesButton ? menu : '' }),
  },
  {
    reason: 'scripts close the menu at the press of its link; a browser by itself does with the page, if that comes',
    level: ({ focus, isFocusInMenu, menu }) =>
      isFocusInMenu || (focus === servicesButton && menu === '')
        ? { focus: servicesButton, isFocusInMenu: false, menu: '' }
        : {},
  },
  {
    reason: 'a draft follows the visitor; a browser by itself keeps the words of each visit of the form apart',
    level: ({ fields }, { draft, hasScripts }) =>
      hasScripts ? {} : { fields: Object.fromEntries(Object.keys(fields).map((name) => [name, draft[name] ?? ''])) },
  },
];
const servicesButton = 'BUTTON services-menu';

interface Tab {
  page: Page;
  session: CDPSession;
  hasScripts: boolean;
  /** What was typed last into each field. */
  draft: Record<string, string>;
}

/** Where both tabs are: the addresses that Back and Forward lead to, and the place among them. */
interface Place {
  entries: readonly string[];
  index: number;
}

interface Step {
  act: keyof typeof acts;
  /** Chooses among what there is. */
  pick: number;
}

/** Does one thing in a tab. Resolves to where the tab has to be then: the very place where it stays with its page. */
type Act = (tab: Tab, pick: number, turn: number, place: Place) => Promise<Place>;

const acts: Record<'click' | 'back' | 'forward' | 'reload' | 'menu' | 'theme' | 'type' | 'stop' | 'offline', Act> = {
  async click({ page }, pick, _turn, place) {
    const to = await turnToLink(page, pick, {});
    await page.keyboard.press('Enter');
    return after(to, place);
  },
  async back(tab, pick, turn, place) {
    if (place.index === 0) return acts.click(tab, pick, turn, place);
    await leave(tab.page, () => history.back());
    return { ...place, index: place.index - 1 };
  },
  async forward(tab, pick, turn, place) {
    if (place.index === place.entries.length - 1) return acts.click(tab, pick, turn, place);
    await leave(tab.page, () => history.forward());
    return { ...place, index: place.index + 1 };
  },
  async reload({ page }, _pick, _turn, place) {
    await leave(page, () => location.reload());
    return { ...place };
  },
  async menu({ page }, pick, _turn, place) {
    await page.locator('[popovertarget=services-menu]').first().focus();
    if (!(await page.evaluate(() => document.querySelector('#services-menu:popover-open'))))
      await page.keyboard.press('Enter');
    if (pick % 3 === 0) return place;
    const to = pick % 3 === 1 ? undefined : await turnToLink(page, pick, { among: '#services-menu a' });
    await page.keyboard.press(to ? 'Enter' : 'Escape');
    return to ? after(to, place) : place;
  },
  async theme({ page }, _pick, _turn, place) {
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-theme-toggle]')?.click());
    return place;
  },
  async type(tab, pick, turn, place) {
    const name = fieldNames[pick % fieldNames.length] ?? 'name';
    const field = tab.page.locator(`main #${name}`);
    if ((await field.count()) === 0) return acts.click(tab, contact, turn, place);
    await field.focus();
    // Words that come before its script stay with their visit of the form, as they do without scripts.
    if (tab.hasScripts) await tab.page.locator('[data-live]').waitFor();
    tab.draft[name] = `Words ${turn}`;
    await field.fill(tab.draft[name]);
    return place;
  },
  async stop({ page, session }, pick, turn, place) {
    await session.send('Network.emulateNetworkConditions', { ...network, latency: 600_000 });
    const to = await turnToLink(page, pick, { search: `?stopped=${turn}` });
    const asked = page.waitForRequest((request) => request.url().endsWith(to), { timeout: patience });
    await page.keyboard.press('Enter');
    await asked;
    await session.send('Page.stopLoading');
    await session.send('Network.emulateNetworkConditions', network);
    await page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('[href*="?stopped"]')) link.search = '';
    });
    return place;
  },
  async offline({ page, session }, pick, turn, place) {
    await session.send('Network.emulateNetworkConditions', { ...network, offline: true });
    const to = await turnToLink(page, pick, { search: `?offline=${turn}` });
    const failed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:'));
    await page.keyboard.press('Enter');
    await failed;
    await session.send('Network.emulateNetworkConditions', network);
    await page.goto(to, { waitUntil: 'commit' });
    return after(to, place);
  },
};

/**
 * Does what the page may not survive long enough to answer. Not by the driver's own commands, which may still hold the document before
 * this one for the active one.
 */
const leave = (page: Page, does: () => void) => page.evaluate(does).catch(() => {});

/** A network that is as fast as it is. */
const network = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** Picks the link to the form. */
const contact = -1;

/** Where a link leads: to a further entry, or to the same one again. */
function after(to: string, { entries, index }: Place): Place {
  const kept = entries.slice(0, index + (entries[index] === to ? 0 : 1));
  return { entries: [...kept, to], index: kept.length };
}

/**
 * Turns to a link as a keyboard or a mouse does: one of those that are seen and lead to a page, without a query, with which only scripts
 * begin a subject.
 * @param options `search`: what to give its address, so that no tab has read it ahead
 */
function turnToLink(
  page: Page,
  pick: number,
  { among = 'header nav a:not(#services-menu a), main a, footer a', search = '' },
): Promise<string> {
  return page.evaluate(
    ([selector, choice, query]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(selector)].filter(
        (link) => link.origin === location.origin && link.checkVisibility() && !link.search && (!query || !link.hash),
      );
      const link = choice < 0 ? links.find(({ pathname }) => pathname === '/contact') : links[choice % links.length];
      if (!link) throw new Error('There is no link');
      if (query) link.search = query;
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      link.focus();
      return link.pathname + link.search + link.hash;
    },
    [among, pick, search] as const,
  );
}

/** What is compared of a tab. */
async function compared(tab: Tab, turn: number): Promise<Record<string, unknown>> {
  const shown = await look(tab.page, turn);
  return { ...shown, ...Object.assign({}, ...differences.map(({ level }) => shown && level(shown, tab))) };
}

/** Each expected property that is shown otherwise, with both values. */
function differing(shown: Record<string, unknown> = {}, expected: Record<string, unknown> = {}): object {
  const names = Object.keys(expected).filter((name) => !isDeepStrictEqual(shown[name], expected[name]));
  return Object.fromEntries(names.map((name) => [name, { shown: shown[name], expected: expected[name] }]));
}

/** What a tab shows, and at which turn its page was first seen. Undefined between two documents. */
function look(page: Page, turn: number): Promise<(Shown & { since: number }) | undefined> {
  return page
    .evaluate((now) => {
      const main: (HTMLElement & { since?: number }) | null = document.querySelector('main');
      if (main) main.since ??= now;
      if (document.readyState !== 'complete') return undefined;
      const focused = document.activeElement;
      return {
        address: location.pathname + location.search + location.hash,
        title: document.title,
        heading: document.querySelector('h1')?.innerText ?? '',
        text: `${main?.innerText}\n${document.querySelector('footer')?.innerText}`,
        current: [...document.querySelectorAll('header [aria-current]')].map((link) => link.textContent).join(),
        fields: Object.fromEntries(
          [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)[id]')]
            .filter((field) => field.checkVisibility())
            .map((field) => [field.id, field.value]),
        ),
        focus: [
          focused?.tagName,
          focused?.getAttribute('popovertarget') ?? focused?.getAttribute('href') ?? focused?.id,
        ]
          .join(' ')
          .trim(),
        isFocusInMenu: focused?.closest('#services-menu') !== null,
        menu: document.querySelector(':popover-open')?.id ?? '',
        since: main?.since ?? 0,
      };
    }, turn)
    .catch(() => undefined);
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 8, arbitrary: fc.constant('click' as const) },
    { weight: 6, arbitrary: fc.constantFrom('back' as const, 'forward' as const) },
    { weight: 10, arbitrary: fc.constantFrom('type', 'reload', 'menu', 'theme', 'stop' as const) },
    { weight: 1, arbitrary: fc.constant('offline' as const) },
  ),
  pick: fc.nat(999),
});

test('random journeys show the same with scripts and without, after each of 1,000 steps', async ({ browser, site }) => {
  // A slow machine is no fault: this only ends what hangs.
  test.setTimeout(900_000);
  const tabs = await Promise.all(
    [true, false].map(async (hasScripts): Promise<Tab> => {
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: hasScripts });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      return { page, session, hasScripts, draft: {} };
    }),
  );
  const inBoth = <Result>(does: (tab: Tab) => Promise<Result>) => Promise.all(tabs.map(does));
  let turn = 0;

  const settle = (address: string | undefined, since: number, done: readonly string[]) =>
    expect
      .poll(
        async () => {
          const [withScripts, without] = await inBoth((tab) => compared(tab, turn));
          return [differing(withScripts, without), differing(without, { address, since })];
        },
        { message: `JOURNEY_SEED=${seed}: ${done.join(', ')}`, timeout: patience, intervals: [0, 10, 20, 50] },
      )
      .toEqual([{}, {}]);

  const travel = async (steps: readonly Step[]) => {
    await inBoth(({ page }) => leave(page, () => location.assign('/')));
    let place: Place = { entries: ['/'], index: 0 };
    let since = ++turn;
    const done: string[] = [];
    await settle('/', since, done);
    for (const { act, pick } of steps) {
      turn += 1;
      done.push(`${act} ${pick}`);
      const from = place;
      const [there = place, also] = await inBoth((tab) => acts[act](tab, pick, turn, from));
      expect(there, done.join(', ')).toEqual(also);
      place = there;
      const address = place.entries[place.index];
      if (place !== from && !isSamePage(address, from.entries[from.index], act)) since = turn;
      await settle(address, since, done);
    }
  };
  await inBoth(({ page }) => page.goto('/'));
  await inBoth(({ page }) => look(page, turn));
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: stepsOfEach, maxLength: stepsOfEach }), travel), {
    seed,
    numRuns: journeys,
    endOnFailure: true,
  });
  expect(turn).toBe(journeys * (1 + stepsOfEach));
});

/** Whether the browser keeps its document between two addresses: where a fragment is all that comes or changes. */
function isSamePage(to = '', from = '', act: Step['act'] = 'click'): boolean {
  if (act === 'reload') return false;
  return (to.includes('#') || from.includes('#')) && to.split('#')[0] === from.split('#')[0];
}
