import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import fc from 'fast-check';

import { fieldNames } from '../../src/enquiries/enquiry.ts';
import { expect, testReadOnly as test } from '../site.ts';
import { waitUntilStarted } from '../page-actions.ts';

// Two tabs, one with scripts disabled, make the same random journeys, and must show the same after each step.
//   npx playwright test --project=system with-and-without -g 'journey 7:'   repeats one of them
//   JOURNEY_SEED=21 npx playwright test …                                   starts at the 21st

const first = Number(process.env['JOURNEY_SEED'] ?? 1);

/** Intended differences with scripts, and how both are levelled before the comparison. */
const differences: readonly { reason: string; level: (shown: Shown, tab: Tab) => Partial<Shown> }[] = [
  {
    reason: 'scripts turn the focus to the heading of the next page; a browser by itself begins at the top',
    level: ({ focus }, { hasScripts }) => (hasScripts && focus === 'H1' ? { focus: 'BODY' } : {}),
  },
  {
    reason: 'scripts close the menu when the focus leaves it; a browser by itself waits for a press elsewhere',
    level: ({ focus, menu }, { hasScripts }) => ({ menu: hasScripts || focus === servicesButton ? menu : '' }),
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
  /** Last text typed into each field. */
  draft: Record<string, string>;
}

/** Expected position of both tabs: history entries and the current index. */
interface Place {
  entries: readonly string[];
  index: number;
}

/** @param pick selects one of the candidates */
type Act = (tab: Tab, pick: number, turn: number, place: Place) => Promise<Place>;

/** Actions in a tab. Each resolves to the expected position: the same object if the page stays. */
const acts = {
  click: async (tab, pick, _turn, place) => after(await follow(tab, pick), place),
  back: travel(-1),
  forward: travel(1),
  reload: travel(0),
  async menu(tab, pick, _turn, place) {
    const { page } = tab;
    await page.locator('[popovertarget=services-menu]').first().focus();
    if ((await page.locator('#services-menu:popover-open').count()) === 0) await page.keyboard.press('Enter');
    if (pick % 3 === 0) return after(await follow(tab, pick, '', '#services-menu a'), place);
    if (pick % 3 === 1) await page.keyboard.press('Escape');
    return place;
  },
  async theme(tab, _pick, _turn, place) {
    await run(tab, () => document.querySelector<HTMLElement>('[data-theme-toggle]')?.click());
    return place;
  },
  async type(tab, pick, turn, place) {
    const { page, hasScripts, draft } = tab;
    const name = fieldNames[pick % fieldNames.length] ?? 'name';
    const field = page.locator(`main #${name}`);
    if ((await field.count()) === 0) return after(await follow(tab, 0, '', '[href$="/contact"]'), place);
    // Text typed before the script runs belongs to the form's visit, as without scripts.
    if (hasScripts) await waitUntilStarted(page);
    draft[name] = `Words ${turn}`;
    await field.focus();
    await field.fill(draft[name]);
    return place;
  },
  async stop(tab, pick, turn, place) {
    const { page, session, hasScripts } = tab;
    // A stop also aborts scripts that are loading, and they are not requested again.
    if (hasScripts) await waitUntilStarted(page);
    const asked = new Promise((resolve) => session.once('Fetch.requestPaused', resolve));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: String.raw`*\?stopped=*` }] });
    await follow(tab, pick, `?stopped=${turn}`);
    // A prefetched page was requested before the click.
    await asked;
    await session.send('Page.stopLoading');
    await run(tab, () => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('[href*="?stopped"]')) link.search = '';
    });
    await session.send('Fetch.disable');
    return place;
  },
  async offline(tab, pick, turn, place) {
    const { page } = tab;
    await page.context().setOffline(true);
    const failed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:'));
    const to = await follow(tab, pick, `?offline=${turn}`);
    await failed;
    await page.context().setOffline(false);
    await page.goto(to, { waitUntil: 'commit' });
    return after(to, place);
  },
} satisfies Record<string, Act>;

/** Moves in the history, without the driver's commands, which wait for a load. The page may go before it answers. */
function travel(by: number): Act {
  return async (tab, pick, _turn, place) => {
    const index = place.index + by;
    if (!(index in place.entries)) return after(await follow(tab, pick), place);
    await run(tab, (delta) => history.go(delta), by);
    return { ...place, index };
  };
}

/** Returns the position after following a link: a new entry, or the same one again. */
function after(to: string, { entries, index }: Place): Place {
  const kept = entries.slice(0, index + (entries[index] === to ? 0 : 1));
  return { entries: [...kept, to], index: kept.length };
}

const links = 'header nav a:not(#services-menu a), main a, footer a';

/**
 * Hovers or focuses a visible link to a page, and presses it. Links with a query are left out: a draft does not know
 * the subject that they prefill. Resolves to its URL, with `search` added so that it is not prefetched.
 */
async function follow(tab: Tab, pick: number, search = '', among = links): Promise<string> {
  const turnTo = (selector: string, choice: number, query: string) => {
    const seen = [...document.querySelectorAll<HTMLAnchorElement>(selector)].filter(
      (link) => link.origin === location.origin && link.checkVisibility() && !link.search && (!query || !link.hash),
    );
    const link = seen[choice % seen.length];
    if (!link) return undefined;
    if (query) link.search = query;
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    link.focus();
    return link.pathname + link.search + link.hash;
  };
  const to = await run(tab, turnTo, among, pick, search);
  if (to === undefined) throw new Error('There is no link');
  await tab.page.keyboard.press('Enter');
  return to;
}

/**
 * Runs a function in the page, without the driver's setup of each new page, which takes longer than most steps.
 * Undefined if the page goes meanwhile.
 */
async function run<Arguments extends unknown[], Result>(
  { session }: Tab,
  does: (...args: Arguments) => Result,
  ...args: Arguments
): Promise<Result | undefined> {
  const expression = `(${String(does)})(...${JSON.stringify(args)})`;
  const answer = await session.send('Runtime.evaluate', { expression, returnByValue: true }).catch(() => undefined);
  if (answer?.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
  return answer?.result.value;
}

type Shown = NonNullable<ReturnType<typeof read>>;

/** Runs in the page. Returns the state to compare; undefined until the page has settled at the expected URL. */
function read(turn: number, wanted: string | undefined) {
  const address = location.pathname + location.search + location.hash;
  if (address !== wanted) return undefined;
  const main: (HTMLElement & { since?: number }) | null = document.querySelector('main');
  if (!main || document.readyState !== 'complete' || navigation.transition) return undefined;
  main.since ??= turn;
  // What is not laid out yet has no `innerText`, and to wait for it would take each step a second.
  document.documentElement.removeAttribute('data-first-screen');
  // Without scripts nobody is counted, and nobody has to object.
  main.querySelector('[data-count-switch]')?.remove();
  const focused = document.activeElement;
  const target = focused?.getAttribute('popovertarget') ?? focused?.getAttribute('href') ?? focused?.id;
  const fields = [...main.querySelectorAll<HTMLInputElement>(':is(input, textarea)[id]')];
  return {
    address,
    title: document.title,
    heading: main.querySelector('h1')?.innerText ?? '',
    text: `${main.innerText}\n${document.querySelector('footer')?.innerText}`,
    current: [...document.querySelectorAll('header [aria-current]')].map((link) => link.textContent).join(),
    fields: Object.fromEntries(fields.map((field) => [field.id, field.value])),
    focus: `${focused?.tagName} ${target}`.trim(),
    menu: document.querySelector(':popover-open')?.id ?? '',
    isNew: main.since === turn,
  };
}

/** Resolves to the state of a tab, without the intended differences. */
async function look(tab: Tab, turn: number, address: string | undefined): Promise<Shown | undefined> {
  const shown = await run(tab, read, turn, address);
  return shown && Object.assign(shown, ...differences.map(({ level }) => level(shown, tab)));
}

/** Returns true if a step loads a page; undefined between entries of one page, which the browser may cache. */
function comes(act: keyof typeof acts, from: Place, place: Place): boolean | undefined {
  if (place === from || act === 'reload') return place !== from;
  const [before, [path, fragment] = []] = [from, place].map(({ entries, index }) => entries[index]?.split('#') ?? []);
  if (before?.[0] !== path) return true;
  return act === 'back' || act === 'forward' ? undefined : fragment === undefined;
}

/** Frequency of each action; going offline takes longest. */
const shares = { click: 16, back: 6, forward: 6, reload: 4, menu: 4, theme: 4, type: 4, stop: 4, offline: 1 };
const names = Object.keys(acts) as (keyof typeof acts)[];
const step = fc.record({
  act: fc.oneof(...names.map((name) => ({ weight: shares[name], arbitrary: fc.constant(name) }))),
  pick: fc.nat(999),
});

test.use({
  // Small and coarse: pixels are not compared.
  viewport: { width: 1280, height: 160 },
  deviceScaleFactor: 0.25,
  contextOptions: { reducedMotion: 'reduce' },
  expectedMessages: [/Failed to load resource|^(Contact details|The bridge stands still|An island stays plain HTML): /],
});

for (let seed = first; seed < first + 20; seed += 1)
  test(`journey ${seed}: the same is shown with scripts and without, after each step`, async ({ browser, page }) => {
    test.setTimeout(300_000);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const tabs: Tab[] = [];
    for (const one of [page, await plain.newPage()])
      tabs.push({ page: one, session: await one.context().newCDPSession(one), hasScripts: one === page, draft: {} });
    const inBoth = <Result>(does: (tab: Tab) => Promise<Result>) => Promise.all(tabs.map(does));
    let place: Place = { entries: ['/'], index: 0 };
    await inBoth((tab) => tab.page.goto('/'));
    await inBoth((tab) => look(tab, 0, '/'));
    const done: string[] = [];
    for (const { act, pick } of fc.sample(step, { seed, numRuns: 50 })) {
      const turn = done.push(`${act} ${pick}`);
      const from = place;
      const [there = from, alsoThere] = await inBoth((tab) => acts[act](tab, pick, turn, from));
      expect(there, done.join(', ')).toEqual(alsoThere);
      place = there;
      const isNew = comes(act, from, place);
      const address = place.entries[place.index];
      // Only a failure takes that long. Comparing again is faster than describing how two long texts differ.
      for (const end = performance.now() + 20_000; ; await setTimeout(10)) {
        const shown = await inBoth((tab) => look(tab, turn, address));
        const [withScripts, without] = shown.map((one) => (isNew === undefined ? { ...one, isNew } : one));
        const expected = { ...without, address, isNew };
        if (performance.now() < end && ![withScripts, without].every((one) => isDeepStrictEqual(one, expected)))
          continue;
        const journey = `${done.join(', ')}, at ${tabs.map((tab) => tab.page.url()).join(' and ')}`;
        expect(withScripts, journey).toEqual(expected);
        expect(without, journey).toEqual(expected);
        break;
      }
    }
    await plain.close();
  });
