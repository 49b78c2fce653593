import { fileURLToPath } from 'node:url';

import type { virtual as screenReader } from '@guidepup/virtual-screen-reader';
import type { Page } from '@playwright/test';

import { contactPage, controls, navigation, site as company } from '../../content/words.ts';
import { fieldNames } from '../../enquiries/core/enquiry.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { faultsIn, fillForm, openForm, outcome, send } from '../enquiry.ts';
import { expect, test } from '../site.ts';
import { openKinds, withStates } from './site-states.ts';

test.use({ expectedMessages: withStates.expectedMessages });

const { links, services: menu, theme } = navigation;

test('every kind of page is read from the header to the footer, in the order and under the names that it shows', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for await (const path of openKinds(page)) {
    const spoken = await readAloud(page);
    const main = between(spoken, 'main');
    expect(
      between(spoken, 'banner').filter((phrase) => /^(?:link|button|navigation), /.test(phrase)),
      path,
    ).toEqual([
      `link, ${controls.skip}`,
      `link, ${company.logoText}`,
      `navigation, ${controls.mainNavigation}`,
      expect.stringMatching(new RegExp(`^button, ${menu.label}`)),
      ...links.map(
        ({ to, label }) =>
          `link, ${label}${to === path ? ', current page' : path.startsWith(`${to}/`) ? ', current item' : ''}`,
      ),
      `button, ${theme.toLight}`,
    ]);
    const headings = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((all) =>
        all.map((it) => `heading, ${it.textContent.replaceAll(/\s+/g, ' ').trim()}, level ${it.tagName.slice(1)}`),
      );
    expect(beginningWith(main, 'heading, '), path).toEqual(headings);
    const ledTo = await page.locator('main a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const leads = new Set(beginningWith(main, 'link, '));
    expect(leads.size, `${path}: two links of one name that lead to two places`).toBeGreaterThanOrEqual(
      new Set(ledTo).size,
    );
  }
});

test('the form says what each field is for, that it is required, and after a refusal what is wrong with it', async ({
  page,
}) => {
  await openForm(page);
  const expected = fieldNames.map((name) => {
    const { label, placeholder } = contactPage.form.fields[name];
    return `textbox, ${label}, placeholder ${placeholder}${name === 'company' ? '' : ', required'}`;
  });
  expect(beginningWith(await readAloud(page), 'textbox, ')).toEqual(expected);

  const bad = { ...fields, name: ' ', email: 'ada@localhost' };
  const faults = faultsIn(bad).map(([, fault]) => fault);
  await fillForm(page, bad);
  await send(page);
  await expect(outcome(page)).toBeFocused();
  const spoken = await readAloud(page);
  expect(between(spoken, 'alert')).toEqual([
    'alert',
    `heading, ${contactPage.form.invalid.title}, level 3`,
    ...faults.map((fault) => `link, ${fault}`),
    'end of alert',
  ]);
  const invalid = beginningWith(spoken, 'textbox, ').filter((phrase) => phrase.includes('invalid'));
  expect(invalid).toEqual(faults.map((fault) => expect.stringContaining(`${controls.errorPrefix} ${fault}`)));
});

/**
 * What a screen reader says of the page, phrase by phrase from its beginning to its end. A virtual one: it works out names,
 * roles and states by the W3C's rules. How a real one words them, and what it leaves out, it does not know.
 */
async function readAloud(page: Page): Promise<string[]> {
  // As if it came with the site: the page's policy lets in no other script.
  const path = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'));
  const address = '/virtual-screen-reader.js';
  await page.route(`**${address}`, (route) => route.fulfill({ path, contentType: 'text/javascript' }));
  const phrases = await page.evaluate(async (from) => {
    const { virtual } = (await import(from)) as { virtual: typeof screenReader };
    await virtual.start({ container: document.body });
    while ((await virtual.lastSpokenPhrase()) !== 'end of document') await virtual.next();
    const spoken = await virtual.spokenPhraseLog();
    await virtual.stop();
    return spoken;
  }, address);
  // How long a list is matters to a listener, but not to what is said in which order.
  return phrases.filter((phrase) => !/^(?:end of )?list(?:item)?\b/.test(phrase));
}

/** What is said of a part, from its name to its end. */
function between(spoken: readonly string[], part: string): string[] {
  return spoken.slice(spoken.indexOf(part), spoken.indexOf(`end of ${part}`) + 1);
}

const beginningWith = (spoken: readonly string[], start: string) => spoken.filter((it) => it.startsWith(start));
