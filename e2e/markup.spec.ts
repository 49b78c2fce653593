import type { APIRequestContext, Page } from '@playwright/test';

import { pages } from './pages.ts';
import { about, contactPage, controls, navigation } from '../content/words.ts';
import type { Enquiries } from '../enquiries/core/enquiries.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { noLimits } from '../start/testing/no-limits.ts';
import { fillForm, notification, outcome, send } from './enquiry.ts';
import { faultsOfHtmlValidate, faultsOfNu, faultsOfStyles, type Documents } from './markup-checkers.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

type Keep = (state: string) => Promise<void>;

// A form is answered with what its subject names; any other is taken.
const answers = {
  accepted: { status: 200, result: { outcome: 'accepted', id: 'enq_1', reference: '0000-0001' } },
  refused: {
    status: 422,
    result: { outcome: 'refused', faults: { name: 'Fault of the name.', email: 'Of the address.' } },
  },
  unavailable: { status: 503, result: { outcome: 'unavailable', reason: 'disk full' } },
  limited: { status: 429, result: undefined },
  fault: { status: 500, result: undefined },
} as const;
let isLimited = false;
let isHeld = Promise.resolve();
const limits = {
  ...noLimits,
  consume: async () => (isLimited ? { allowed: false as const, retryAfterSeconds: 90 } : { allowed: true as const }),
};
const receive: Enquiries['receive'] = async (input) => {
  const { subject } = input as { subject: string };
  const { result } = Object.entries(answers).find(([name]) => name === subject)?.[1] ?? answers.accepted;
  await isHeld;
  if (result === undefined) throw new Error('The store is on fire');
  return result;
};

test.use({
  parts: { limits, enquiries: { receive } },
  expectedMessages: [/^404: no page at|^The message was not sent|^Failed to load resource|fetch/],
  // While a change of theme fades, its name stands in an attribute of style.
  contextOptions: { reducedMotion: 'reduce' },
});

test('the HTML of every page, answer and state is valid, and so are the styles', async ({ page, request }) => {
  test.setTimeout(240_000);
  const served = await documentsAsServed(request);
  const files = await stylesheetsOf(request, served);
  const documents = new Map([...served, ...(await documentsInTheBrowser(page))]);

  expect.soft(await faultsOfNu(documents, files)).toEqual([]);
  expect.soft(await faultsOfHtmlValidate(documents)).toEqual([]);
  expect.soft(faultsOfStyles(new Map([...inlinedStylesOf(served), ...files]))).toEqual([]);
});

async function documentsAsServed(request: APIRequestContext): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const path of [...pages.map(({ path }) => path), '/no-such-page', '/%ff'])
    documents.set(path, await (await request.get(path)).text());
  const keepAnswer = async (
    what: string,
    status: number,
    form: Parameters<APIRequestContext['post']>[1],
  ): Promise<void> => {
    const answer = await request.post('/contact', form);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    documents.set(`form: ${what}`, await answer.text());
  };
  for (const [subject, { status }] of Object.entries(answers)) {
    isLimited = subject === 'limited';
    await keepAnswer(subject, status, { form: { ...fields, subject } });
  }
  isLimited = false;
  const headers = { origin: 'https://elsewhere.example' };
  await keepAnswer('of another site', 403, { form: { ...fields }, headers });
  await keepAnswer('in another encoding', 415, { data: fields });
  await keepAnswer('too long', 413, { form: { message: 'x'.repeat(100_000) } });
  return documents;
}

async function documentsInTheBrowser(page: Page): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  const keep = async (state: string) => {
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    documents.set(`${new URL(page.url()).pathname} ${state}`, `<!doctype html>${html}`);
  };
  for (const path of [...oneOfEachKind, '/no-such-page', '/contact']) {
    await page.goto(path);
    await started(page);
    await keep('once its scripts run');
  }
  await keepMenus(page, keep);
  await keepForm(page, keep);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  await keep('after a change of page');
  return documents;
}

/** Opens both menus, the wide one in the light theme. */
async function keepMenus(page: Page, keep: Keep): Promise<void> {
  const services = page.getByRole('button', { name: navigation.services.label });
  await page.getByRole('button', { name: navigation.theme.toLight, exact: true }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  await keep('in light, with the services menu open');
  await page.keyboard.press('Escape');

  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: controls.menu, exact: true }).click();
  await expect(page.locator('#site-menu')).toBeVisible();
  await keep('with the menu open on a phone');
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  await keep('with the services open in it');
  await page.keyboard.press('Escape');
  await expect(page.locator('#services-menu')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.locator('#site-menu')).toBeHidden();
  // Where it stands, the services menu of the wide page may open under it, and lie over the form.
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width, height });
  await expect(page.locator('#services-menu')).toBeHidden();
}

/** Has the form sent, refused and taken, and the line cut. */
async function keepForm(page: Page, keep: Keep): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  isHeld = promise;
  await fillForm(page, { ...fields, subject: 'refused' });
  await send(page);
  await expect(page.locator('form button[disabled]')).toBeVisible();
  await keep('while the form is sent');
  resolve();
  await expect(outcome(page).getByRole('link')).toHaveCount(2);
  await expect(notification(page)).toHaveCount(1);
  await keep('with faults in fields, and a notification');
  await fillForm(page);
  await send(page);
  // The one before may have gone by then.
  await expect(notification(page).filter({ hasText: contactPage.form.success.description })).toBeVisible();
  await keep('with the form sent');
  await page.context().setOffline(true);
  await expect(page.getByText(contactPage.form.offline.notice)).toBeVisible();
  await fillForm(page);
  await send(page);
  await expect(outcome(page)).toBeFocused();
  await keep('offline');
  await page.context().setOffline(false);
}

function inlinedStylesOf(documents: Documents): [string, string][] {
  return [...documents].flatMap(([name, html]) =>
    [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']): [string, string] => [name, css]),
  );
}

/** Every stylesheet that a page names. */
async function stylesheetsOf(request: APIRequestContext, documents: Documents): Promise<Documents> {
  const addresses = new Set([...documents.values()].flatMap((html) => html.match(/\/assets\/[\w-]+\.css/g) ?? []));
  const files = new Map<string, string>();
  for (const address of addresses) files.set(address, await (await request.get(address)).text());
  return files;
}
