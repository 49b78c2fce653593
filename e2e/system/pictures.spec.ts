import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { anna, signIn, test } from '../inbox.ts';

// The pictures of docs/editing.md: PICTURES=yes npx playwright test --project=system e2e/system/pictures.spec.ts
test.skip(process.env['PICTURES'] === undefined, 'only taken when they are asked for');
test.use({ viewport: { width: 1280, height: 720 } });

const take = async (page: Page, name: string) =>
  void (await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(`docs/pictures/${name}.png`));

test('the pictures of the editor are taken', async ({ page, site }) => {
  await signIn(page, site, anna);
  const heading = page.frameLocator('iframe:not([data-waiting])').getByRole('heading', { level: 1 });
  await page.goto(`${site.inboxUrl}/words/edit#about.yaml:title`);
  await heading.waitFor();
  await take(page, 'editor-page');
  await page.getByRole('main').getByLabel('Lead').fill('');
  await page.getByRole('region', { name: 'To be put right' }).waitFor();
  await take(page, 'editor-fault');
});
