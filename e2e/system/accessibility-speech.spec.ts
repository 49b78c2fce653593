import { fileURLToPath } from 'node:url';

import type { virtual as screenReader } from '@guidepup/virtual-screen-reader';
import type { Page } from '@playwright/test';

import { contactPage, controls, footer, navigation, services, site as company } from '../../content/words.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { fillForm, openForm, outcome, send, parseEnquiry } from '../enquiry.ts';
import { started } from '../started.ts';
import { footerColumns } from '../page-words.ts';
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
    expect(between(spoken, 'banner'), path).toEqual([
      'banner',
      `link, ${controls.skip}`,
      `link, ${company.logoText}`,
      `navigation, ${controls.mainNavigation}`,
      expect.stringMatching(new RegExp(`^button, ${menu.label}`)),
      ...links.flatMap(({ to, label }) => {
        const link = `link, ${label}${to === path ? ', current page' : ''}`;
        return [link, label, `end of ${link}`];
      }),
      `end of navigation, ${controls.mainNavigation}`,
      `button, ${theme.toLight}`,
      theme.toLight,
      `end of button, ${theme.toLight}`,
      'end of banner',
    ]);

    const main = between(spoken, 'main');
    const headings = beginningWith(main, 'heading, ');
    expect(headings, path).toEqual(await headingsSeen(page));
    const firstWords = main.indexOf('paragraph');
    expect(beginningWith(main.slice(0, firstWords), 'heading, '), path).toEqual([expect.stringMatching(/, level 1$/)]);
    expect(
      main.filter((phrase) => /^(?:img|graphics|figure)/.test(phrase)),
      'drawings are silent',
    ).toEqual([]);
    const ledTo = await page.locator('main a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const leads = new Set(beginningWith(main, 'link, '));
    expect(leads.size, `${path}: two links of one name that lead to two places`).toBeGreaterThanOrEqual(
      new Set(ledTo).size,
    );

    const inOrder = [
      ...footerColumns.flatMap(({ title, items }) => [
        `heading, ${title}, level 2`,
        ...items.map(({ label, href }) => (href ? `link, ${label}` : label)),
      ]),
      `heading, ${footer.contactTitle}, level 2`,
      `link, ${company.contact.email}`,
      `link, ${company.contact.phone}`,
      company.contact.address,
      `link, ${controls.linkedin} ${controls.newTab}`,
      company.copyright,
      ...footer.legal.map(({ label }) => `link, ${label}`),
    ];
    expect(between(spoken, 'contentinfo').filter((phrase) => inOrder.includes(phrase))).toEqual(inOrder);
  }
});

test('the open menu says the services after its button, and the closed one nothing', async ({ page }) => {
  await page.goto('/about');
  await started(page);
  const names = services.map(({ name }) => `link, ${name}`);
  expect(await readAloud(page)).not.toEqual(expect.arrayContaining([names[0]]));
  await page.getByRole('button', { name: menu.label }).click();
  const spoken = await readAloud(page);
  const opener = spoken.findIndex((phrase) => phrase.startsWith(`button, ${menu.label}`));
  expect(spoken.slice(opener + 1, opener + 1 + names.length)).toEqual(names);
});

test('the form says what each field is for, that it is required, and after a refusal what is wrong with it', async ({
  page,
}) => {
  await openForm(page);
  const { name, email, company: employer, subject, message } = contactPage.form.fields;
  const textbox = ({ label, placeholder }: typeof employer) => `textbox, ${label}, placeholder ${placeholder}`;
  const required = (field: typeof name) => `${textbox(field)}, required`;
  expect(beginningWith(await readAloud(page), 'textbox, ')).toEqual([
    required(name),
    required(email),
    textbox(employer),
    required(subject),
    required(message),
  ]);

  const bad = { ...fields, name: ' ', email: 'ada@localhost' };
  const parsed = parseEnquiry(bad);
  const faults = Object.values(parsed.ok ? {} : parsed.faults);
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

/** As a reader sees them, in the words of the screen reader. */
function headingsSeen(page: Page): Promise<string[]> {
  return page
    .locator('main :is(h1, h2, h3, h4)')
    .evaluateAll((elements) =>
      elements.map(
        ({ tagName, textContent }) =>
          `heading, ${textContent?.replaceAll(/\s+/g, ' ').trim()}, level ${tagName.slice(1)}`,
      ),
    );
}
