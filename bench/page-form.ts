import type { Browser } from '@playwright/test';
import { contactPage } from '../content/contact.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { phone } from './page-browser.ts';

export interface FormUse {
  /** All that was transferred, headers included. */
  bytes: number;
  /** What of it was scripts. */
  scripts: number;
}

/** A visit of the contact page with nothing cached: its form comes alive, is filled in and sent, and the enquiry is stored. */
export async function measureFormUse(browser: Browser, site: string): Promise<FormUse> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const use: FormUse = { bytes: 0, scripts: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    use.bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') use.scripts += encodedDataLength;
  });
  await session.send('Network.enable');

  await page.goto(`${site}/contact`, { waitUntil: 'networkidle' });
  for (const [name, value] of Object.entries(fields)) await page.locator(`main [name="${name}"]`).fill(value);
  await page.locator('[data-island][data-live]').waitFor();
  await page.getByRole('button', { name: contactPage.form.submit }).click();
  await page.locator('#outcome').getByText(contactPage.form.success.title).waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return use;
}
