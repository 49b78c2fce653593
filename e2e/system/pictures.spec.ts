import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { honeypotFieldName } from '../../src/enquiries/enquiry.ts';
import * as office from '../office.ts';
import { anna, test } from '../office.ts';

// For docs/editing.md and docs/office.md: PICTURES=yes npx playwright test --project=system e2e/system/pictures.spec.ts
test.skip(process.env['PICTURES'] === undefined, 'only taken when they are asked for');
test.use({ viewport: { width: 1280, height: 720 } });

const take = async (page: Page, name: string) =>
  void (await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(`docs/pictures/${name}.png`));

test('the pictures of the editor are taken', async ({ page, site }) => {
  await office.registerAndSignIn(page, site, anna);
  const heading = page.frameLocator('iframe:not([data-waiting])').getByRole('heading', { level: 1 });
  await page.goto(`${site.officeUrl}/content/edit#about.yaml:title`);
  await heading.waitFor();
  await take(page, 'editor-page');
  await page.getByRole('main').getByLabel('Lead', { exact: true }).first().fill('');
  await page.getByRole('region', { name: 'To be put right' }).waitFor();
  await take(page, 'editor-fault');
});

test('the pictures of the office are taken', async ({ page, site }) => {
  await page.goto(await office.createInvitationUrl(site, 'nobody@ours.example'));
  await office.findCreatePasskeyButton(page).waitFor();
  await take(page, 'inbox-invitation');
  await office.storeEnquiry(site, { subject: 'Labels for a second site', company: 'Example Foods' });
  const id = await office.storeEnquiry(site, { subject: 'Business Central for 40 people', name: 'Grace Example' });
  await office.storeEnquiry(site, { subject: 'Cheap advertising', [honeypotFieldName]: 'x' });
  await office.registerAndSignIn(page, site, anna);
  await take(page, 'inbox-open');
  await office.findFolderLink(page, 'Spam').click();
  await take(page, 'inbox-spam');
  await page.goto(`${site.officeUrl}/enquiries/${id}`);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await take(page, 'inbox-enquiry');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('link', { name: 'Erase this person…' }).click();
  await take(page, 'inbox-erase');
  await page.setViewportSize({ width: 390, height: 720 });
  await page.goto(`${site.officeUrl}/search?words=labels`);
  await take(page, 'inbox-phone-search');
});
