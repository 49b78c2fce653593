import { expect, test } from './inbox.ts';
import { openEveryPage } from './inbox-pages.ts';
import { faultsOfHtmlValidate, faultsOfNu, faultsOfStyles } from './markup-checkers.ts';

test.use({ expectedMessages: [/^Failed to load resource.* (?:404|409|422) /] });

test('the HTML of every page is valid, and so are the styles', async ({ page, site }) => {
  test.setTimeout(120_000);
  const documents = new Map<string, string>();
  for await (const state of openEveryPage(page, site)) documents.set(state, await page.content());
  const styles = new Map([['/inbox.css', await (await page.request.get(`${site.inboxUrl}/inbox.css`)).text()]]);
  expect.soft(await faultsOfNu(documents, styles)).toEqual([]);
  expect.soft(await faultsOfHtmlValidate(documents)).toEqual([]);
  expect.soft(faultsOfStyles(styles)).toEqual([]);
});
