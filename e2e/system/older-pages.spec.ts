import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { about, contactPage } from '../../src/content/release-content.ts';
import { findFreePort } from '../../src/process/testing/find-free-port.ts';
import { writeOtherBuild } from '../../src/start/testing/other-build.ts';
import { delayRequests, waitForMails, findOutcome, sendForm } from '../contact-form.ts';
import { expect, test } from '../site.ts';
import { runWithSite } from '../start-site.ts';
import { clickHeaderLink, isSameDocument, markDocument, waitUntilStarted } from '../page-actions.ts';

// One origin for both releases. The older page prefetches a newer one, whose inline styles its policy does not list:
// the browser reports that, discards it, and loads the page itself.
test.use({ baseURL: '', expectedMessages: [/^Applying inline style violates/] });

test('a page that was opened before an update goes on with its own files after it', async ({ page }) => {
  const directory = mkdtempSync(join(tmpdir(), 'releases-'));
  const newer = join(directory, 'newer');
  await writeOtherBuild('build', newer);
  const options = { env: { DATABASE_URL: `sqlite:${join(directory, 'site.db')}` }, hasOffice: false, replacements: {} };
  const assets = globSync('build/client/assets/*.{js,css,woff2}');
  const port = await findFreePort();
  const answers: string[] = [];
  page.on('response', (response) => {
    const asset = /\/assets\/(.*)/.exec(response.url())?.[1];
    if (asset !== undefined) answers.push(`${response.status()} ${asset}`);
  });

  // As on a slow connection: no asset of the page arrives before the update.
  const assetsOfPage = await delayRequests(page, '**/assets/**');
  await runWithSite(
    options,
    async (site) => {
      await page.goto(`${site.url}/contact`);
      await expect.poll(() => site.assetStore.listPaths()).toHaveLength(assets.length);
    },
    { build: resolve('build'), port },
  );
  await runWithSite(
    options,
    async (site) => {
      assetsOfPage.release();
      await waitUntilStarted(page);
      await sendForm(page);
      await expect(findOutcome(page)).toContainText(contactPage.form.success.title);
      await waitForMails(site, 1);
      for (const name of ['entry.client', 'contact-form.island', 'framework', 'later', 'text'])
        expect(answers).toContainEqual(expect.stringMatching(new RegExp(`^200 ${name}-`)));
      expect(answers.join()).not.toContain('-other');

      await markDocument(page);
      const version = (await page.locator('html').getAttribute('data-version')) ?? '';
      for (const [{ title }, path, isSame] of [
        [about, '/about', false],
        [contactPage, '/contact', true],
      ] as const) {
        await clickHeaderLink(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.locator('html')).not.toHaveAttribute('data-version', version);
        expect(await isSameDocument(page)).toBe(isSame);
        await waitUntilStarted(page);
        await markDocument(page);
      }
      expect(answers).toContainEqual(expect.stringMatching(/^200 entry\.client-.*-other\.js$/));
      expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    },
    { build: newer, port },
  );
  rmSync(directory, { recursive: true, force: true });
});
