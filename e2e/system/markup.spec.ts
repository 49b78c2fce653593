import type { APIRequestContext, Page } from '@playwright/test';

import { pages } from '../pages.ts';
import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import { expect, test } from '../inbox.ts';
import { openInboxStates } from './inbox-states.ts';
import { checkMarkup, checkStyles, type NamedDocuments } from './markup-checkers.ts';
import { replyControl, simulatedReplies, openStates, stateOptions } from './site-states.ts';

// During a theme transition its name is in a `style` attribute.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(() => test.setTimeout(240_000));

test.describe('of the site', () => {
  test.use(stateOptions);

  test('the HTML of every page, answer and state is valid, and so are the styles', async ({ page, request }) => {
    const served = await documentsAsServed(request);
    const files = new Map<string, string>();
    for (const address of new Set([...served.values()].flatMap((html) => html.match(/\/assets\/[\w-]+\.css/g) ?? [])))
      files.set(address, await (await request.get(address)).text());
    const shown = await documentsIn(page, openStates(page));
    await expectNoFaults(new Map([...served, ...shown]), new Map([...inlinedStylesOf(served), ...files]));
  });
});

test.describe('of the inbox', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* (?:404|409|422) /] });

  test('the HTML of every page is valid, and so are the styles', async ({ page, site }) => {
    const documents = await documentsIn(page, openInboxStates(page, site));
    const styles = new Map([['/inbox.css', await (await page.request.get(`${site.inboxUrl}/inbox.css`)).text()]]);
    await expectNoFaults(documents, styles);
  });
});

async function expectNoFaults(documents: NamedDocuments, styles: NamedDocuments) {
  expect.soft(await checkMarkup(documents)).toEqual([]);
  expect.soft(checkStyles(styles)).toEqual([]);
}

async function documentsAsServed(request: APIRequestContext): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const path of [...pages.map(({ path }) => path), '/no-such-page', '/%ff'])
    documents.set(path, await (await request.get(path)).text());
  const keepAnswer = async (what: string, status: number, form: Parameters<APIRequestContext['post']>[1]) => {
    const answer = await request.post('/contact', form);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    documents.set(`form: ${what}`, await answer.text());
  };
  for (const [subject, { status }] of Object.entries(simulatedReplies)) {
    replyControl.isLimited = subject === 'limited';
    await keepAnswer(subject, status, { form: { ...sampleFields, subject } });
  }
  replyControl.isLimited = false;
  const headers = { origin: 'https://elsewhere.example' };
  await keepAnswer('of another site', 403, { form: { ...sampleFields }, headers });
  await keepAnswer('in another encoding', 415, { data: sampleFields });
  await keepAnswer('too long', 413, { form: { message: 'x'.repeat(100_000) } });
  return documents;
}

/** Resolves to the HTML of the document in each state. */
async function documentsIn(page: Page, states: AsyncIterable<string>): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for await (const state of states) {
    const html = await page.evaluate(() => document.documentElement.outerHTML);
    documents.set(`${state} in the browser`, `<!doctype html>${html}`);
  }
  return documents;
}

function inlinedStylesOf(documents: NamedDocuments): [string, string][] {
  return [...documents].flatMap(([name, html]) =>
    [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']): [string, string] => [name, css]),
  );
}
