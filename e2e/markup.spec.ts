import type { APIRequestContext, Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { about } from '../content/about.ts';
import { contactPage } from '../content/contact.ts';
import { navigation } from '../content/navigation.ts';
import type { Enquiries } from '../enquiries/enquiries.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { fillForm, functionPath, notification, outcome, send } from './enquiry.ts';
import { started } from './started.ts';
import { faultsOfHtmlValidate, faultsOfNu, faultsOfStyles, type Documents } from './markup-checkers.ts';
import { expect, test } from './site.ts';

const paths = [...pages.map(({ path }) => path), '/no-such-page'];

test.describe('as served', () => {
  // What the form is answered with is the subject that was sent.
  const answers = {
    accepted: { status: 200, result: { outcome: 'accepted', id: 'enq_1' } },
    refused: {
      status: 422,
      result: { outcome: 'refused', faults: { name: 'Fault of the name.', email: 'Of the address.' } },
    },
    unavailable: { status: 503, result: { outcome: 'unavailable', reason: 'disk full' } },
    limited: { status: 429, result: undefined },
    fault: { status: 500, result: undefined },
  } as const;
  let isLimited = false;
  const limits = {
    consume: async () => (isLimited ? { allowed: false as const, retryAfterSeconds: 90 } : { allowed: true as const }),
  };
  const receive: Enquiries['receive'] = async (input) => {
    const { result } = answers[(input as { subject: keyof typeof answers }).subject];
    if (result === undefined) throw new Error('The store is on fire');
    return result;
  };
  test.use({ parts: { limits, enquiries: { receive } } });

  test('the HTML of every page and of every answer to the form is valid, and so are the styles', async ({
    request,
  }) => {
    test.setTimeout(240_000);
    const documents = new Map<string, string>();
    for (const path of [...paths, '/%ff']) documents.set(path, await (await request.get(path)).text());
    for (const [subject, { status }] of Object.entries(answers)) {
      isLimited = subject === 'limited';
      documents.set(`form: ${subject}`, await answerTo(request, status, { form: { ...fields, subject } }));
    }
    isLimited = false;
    const headers = { origin: 'https://elsewhere.example' };
    documents.set('form of another site', await answerTo(request, 403, { form: { ...fields }, headers }));
    documents.set('form in another encoding', await answerTo(request, 415, { data: fields }));
    documents.set('form too long', await answerTo(request, 413, { form: { message: 'x'.repeat(100_000) } }));

    const files = await stylesheetsOf(request, documents);
    expect.soft(await faultsOfNu(documents, files)).toEqual([]);
    expect.soft(await faultsOfHtmlValidate(documents)).toEqual([]);
    expect.soft(faultsOfStyles(new Map([...inlinedStylesOf(documents), ...files]))).toEqual([]);
  });
});

test.describe('in the browser', () => {
  // While a change of theme fades, its name stands in an attribute of style.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test.use({ expectedMessages: [/^404: no page at|^The message was not sent|^Failed to load resource|fetch/] });

  test('the HTML of every page and of every state is valid', async ({ page, context }) => {
    test.setTimeout(240_000);
    const documents = new Map<string, string>();
    const keep = async (state: string) => {
      const html = await page.evaluate(() => document.documentElement.outerHTML);
      documents.set(`${new URL(page.url()).pathname} ${state}`, `<!doctype html>${html}`);
    };
    for (const path of paths) {
      await page.goto(path);
      await started(page);
      await keep('once its scripts run');
    }

    await page.goto('/contact');
    await openMenus(page, keep);
    const held = Promise.withResolvers<void>();
    await page.route(`**${functionPath}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await fillForm(page, { ...fields, email: 'ada@localhost' });
    await send(page);
    await expect(page.locator('form button[disabled]')).toBeVisible();
    await keep('while the form is sent');
    held.resolve();
    await expect(outcome(page).getByRole('link')).toHaveCount(1);
    await expect(notification(page)).toHaveCount(1);
    await keep('with a fault in a field, and a notification');
    await fillForm(page);
    await send(page);
    // The one before may have gone by then.
    await expect(notification(page).filter({ hasText: contactPage.form.success.description })).toBeVisible();
    await keep('with the form sent');
    await context.setOffline(true);
    await expect(page.getByText(contactPage.form.offline.notice)).toBeVisible();
    await fillForm(page);
    await send(page);
    await expect(outcome(page)).toBeFocused();
    await keep('offline');
    await context.setOffline(false);

    await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
    await keep('after a change of page');

    expect.soft(await faultsOfNu(documents)).toEqual([]);
    expect.soft(await faultsOfHtmlValidate(documents)).toEqual([]);
  });
});

/** The answer to a form that a browser sends without scripts. */
async function answerTo(
  request: APIRequestContext,
  status: number,
  form: Parameters<APIRequestContext['post']>[1],
): Promise<string> {
  const answer = await request.post('/contact', { ...form, failOnStatusCode: false });
  expect(answer.status()).toBe(status);
  expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8');
  return answer.text();
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

/** Opens both menus, the wide one in the light theme, and keeps each state. */
async function openMenus(page: Page, keep: (state: string) => Promise<void>): Promise<void> {
  const services = page.getByRole('button', { name: navigation.services.label });
  await started(page);
  await page.getByRole('button', { name: navigation.theme.toLight, exact: true }).click();
  await expect(page.locator('html')).toHaveClass('light');
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  await keep('in light, with the services menu open');
  await page.keyboard.press('Escape');

  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.locator('#site-menu')).toBeVisible();
  await keep('with the menu open on a phone');
  await services.click();
  await expect(page.locator('#services-menu')).toBeVisible();
  await keep('with the services open in it');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width, height });
}
