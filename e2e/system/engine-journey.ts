import { about, contactPage, home, services } from '../../src/content/release-content.ts';
import { sampleFields } from '../../src/enquiries/testing/samples.ts';
import { expect, type RunningSite } from '../site.ts';

/** A tab of a browser that Playwright does not drive. */
export interface Tab {
  open(path: string): Promise<void>;
  back(): Promise<void>;
  textOf(selector: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
}

/** Follows a link and the menu, goes back, and sends an enquiry that the browser refuses at first. */
export async function makeJourney(site: RunningSite, tab: Tab): Promise<void> {
  const [service] = services;
  const expectTitle = (title: string | undefined) => expect.poll(() => tab.textOf('h1')).toBe(title);
  // WebKit's driver cannot type a line break.
  const typed = { ...sampleFields, message: 'Please call me back.' };
  await tab.open('/');
  await tab.click('#site-menu > ul a[href="/about"]');
  await expectTitle(about.title);
  await tab.click('[popovertarget="services-menu"]');
  await tab.click(`#services-menu a[href="/services/${service?.slug}"]`);
  await expectTitle(service?.title);
  await tab.back();
  await expectTitle(about.title);
  await tab.back();
  await expectTitle(home.hero.headline);

  await tab.click('#site-menu > ul a[href="/contact"]');
  await expectTitle(contactPage.title);
  await tab.type('#name', ' ');
  await expect.poll(() => tab.textOf('[data-live]')).toBeTruthy();
  await tab.click('form button[type=submit]');
  await expect.poll(() => tab.textOf('#message-fault')).toContain(contactPage.form.faults.missing.message);
  expect(await tab.textOf('#email:focus + [role=status]'), 'the focus is on the first field at fault').toBe('');
  for (const [name, text] of Object.entries(typed)) await tab.type(`#${name}`, text);
  await tab.click('form button[type=submit]');
  await expect.poll(() => tab.textOf('#outcome')).toContain(contactPage.form.success.title);
  expect(await site.enquiries.list({ limit: 10 })).toEqual([expect.objectContaining(typed)]);
}
