import type { Page } from '@playwright/test';

import { contactPage, controls, footer, navigation, services, site as company } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { failureMessages, fillForm, openForm, outcome, send, parseEnquiry } from './enquiry.ts';
import { started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { between, readAloud } from './screen-reader.ts';
import { footerColumns } from './page-words.ts';
import { expect, test } from './site.ts';

test.use({ expectedMessages: [/404/] });

const theme = navigation.theme.toLight;
const { links } = navigation;

test('every kind of page is read from the header to the footer, in the order and under the names that it shows', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const path of [...oneOfEachKind, '/no-such-page']) {
    await page.goto(path);
    await started(page);
    const spoken = await readAloud(page);

    expect(between(spoken, 'banner', 'end of banner'), path).toEqual([
      'banner',
      `link, ${controls.skip}`,
      `link, ${company.logoText}`,
      `navigation, ${controls.mainNavigation}`,
      expect.stringMatching(new RegExp(`^button, ${navigation.services.label}`)),
      ...links.flatMap(({ to, label }) => {
        const link = `link, ${label}${to === path ? ', current page' : ''}`;
        return [link, label, `end of ${link}`];
      }),
      `end of navigation, ${controls.mainNavigation}`,
      `button, ${theme}`,
      theme,
      `end of button, ${theme}`,
      'end of banner',
    ]);
    const main = between(spoken, 'main', 'end of main');
    expect(
      main.filter((phrase) => phrase.startsWith('heading, ')),
      path,
    ).toEqual(await headings(page));
    expect(headingsBefore(main, 'paragraph'), `${path} begins with`).toEqual([expect.stringMatching(/, level 1$/)]);
    expect(
      main.filter((phrase) => /^(?:img|graphics|figure)/.test(phrase)),
      'drawings are silent',
    ).toEqual([]);
    const leads = new Set(main.filter((phrase) => phrase.startsWith('link, ')));
    expect(leads.size, `${path}: two links of one name that lead to two places`).toBeGreaterThanOrEqual(
      await placesLedTo(page),
    );
    expectFooter(spoken);
  }
});

test('the open menu says the services after its button, and the closed one nothing', async ({ page }) => {
  await page.goto('/about');
  await started(page);
  const names = services.map(({ name }) => `link, ${name}`);
  expect(await readAloud(page)).not.toEqual(expect.arrayContaining([names[0]]));
  await page.getByRole('button', { name: navigation.services.label }).click();
  const spoken = await readAloud(page);
  const opener = spoken.findIndex((phrase) => phrase.startsWith(`button, ${navigation.services.label}`));
  expect(spoken.slice(opener + 1, opener + 1 + names.length)).toEqual(names);
});

test.describe('the form', () => {
  test.use({ expectedMessages: failureMessages });

  test('says what each field is for, that it is required, and after a refusal what is wrong with it', async ({
    page,
  }) => {
    await openForm(page);
    const { name, email, company: employer, subject, message } = contactPage.form.fields;
    const required = ({ label, placeholder }: typeof name) => `textbox, ${label}, placeholder ${placeholder}, required`;
    expect(textboxes(await readAloud(page))).toEqual([
      required(name),
      required(email),
      `textbox, ${employer.label}, placeholder ${employer.placeholder}`,
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
    expect(between(spoken, 'alert', 'end of alert')).toEqual([
      'alert',
      `heading, ${contactPage.form.invalid.title}, level 3`,
      ...faults.map((fault) => `link, ${fault}`),
      'end of alert',
    ]);
    const invalid = textboxes(spoken).filter((phrase) => phrase.includes('invalid'));
    expect(invalid).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(invalid[index]).toContain(`${controls.errorPrefix} ${fault}`);
  });
});

function expectFooter(spoken: string[]): void {
  const said = between(spoken, 'contentinfo', 'end of contentinfo');
  const { email, phone, address } = company.contact;
  const order = [
    ...footerColumns.flatMap(({ title, items }) => [
      `heading, ${title}, level 2`,
      ...items.map(({ label, href }) => (href ? `link, ${label}` : label)),
    ]),
    `heading, ${footer.contactTitle}, level 2`,
    `link, ${email}`,
    `link, ${phone}`,
    address,
    `link, ${controls.linkedin} ${controls.newTab}`,
    company.copyright,
    ...footer.legal.map(({ label }) => `link, ${label}`),
  ];
  expect(said.filter((phrase) => order.includes(phrase))).toEqual(order);
}

/** As a reader sees them, in the words of the screen reader. */
function headings(page: Page): Promise<string[]> {
  return page.locator('main :is(h1, h2, h3, h4)').evaluateAll((elements) =>
    elements.map(({ tagName, textContent }) => {
      const text = textContent?.replaceAll(/\s+/g, ' ').trim();
      return `heading, ${text}, level ${tagName[1]}`;
    }),
  );
}

function headingsBefore(spoken: string[], phrase: string): string[] {
  return spoken.slice(0, spoken.indexOf(phrase)).filter((it) => it.startsWith('heading, '));
}

function placesLedTo(page: Page): Promise<number> {
  return page.locator('main a[href]').evaluateAll((all) => new Set(all.map((link) => link.getAttribute('href'))).size);
}

const textboxes = (spoken: string[]) => spoken.filter((phrase) => phrase.startsWith('textbox, '));
