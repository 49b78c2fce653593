import type { Locator, Page } from '@playwright/test';

import { about } from '../content/about.ts';
import { contactPage } from '../content/contact.ts';
import { legalPages } from '../content/legal/index.ts';
import type { LegalPage } from '../content/legal/legal-page.ts';
import { microsoftPartner } from '../content/microsoft-partner.ts';
import { resources } from '../content/resources.ts';
import { servicePage } from '../content/service-page.ts';
import { services } from '../content/services/index.ts';
import { site } from '../content/site.ts';
import { strategicConsultation } from '../content/strategic-consultation.ts';
import { expect, test } from './site.ts';

// Nothing here needs the scripts, and what stands in the HTML stands there without them.
test.use({ javaScriptEnabled: false });

test('each service page has its title, description, features, benefits, technologies and a way to contact', async ({
  page,
}) => {
  for (const service of services) {
    await page.goto(`/services/${service.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(service.title);
    await expectTexts(section(page, servicePage.description), 'p', service.description);
    const features = section(page, servicePage.features);
    await expectTexts(
      features,
      'h3',
      service.features.map(({ title }) => title),
    );
    await expectTexts(
      features,
      'p',
      service.features.map(({ text }) => text),
    );
    await expectTexts(section(page, servicePage.benefits), 'div:first-child li', service.benefits);
    const technologies = page.getByRole('heading', { name: servicePage.technologies, exact: true });
    await expect(technologies).toHaveCount(service.technologies ? 1 : 0);
    if (service.technologies) await expectTexts(section(page, servicePage.technologies), 'li', service.technologies);
    const contact = page.getByRole('main').getByRole('link', { name: 'Contact Us' });
    await expect(contact).toHaveAttribute('href', '/contact');
  }
});

test('the staffing page has its 16 categories, four benefits, the support note and two ways to contact', async ({
  page,
}) => {
  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(resources.title);
  const action = page.locator('main section').first().getByRole('link', { name: 'Get Quote' });
  await expect(action).toHaveAttribute('href', '/contact');
  await expectTexts(section(page, resources.intro.title), 'p', resources.intro.paragraphs);

  const names = await section(page, resources.categories.title).locator('h4').allTextContents();
  const specified = ['Dynamics 365 Consultants', 'AX/365 Developers', 'Business Central', 'Power Apps', 'Power BI'];
  specified.push('Functional Consultants', '.NET Core/Framework', 'ASP.NET', 'Blazor', 'C#', 'Azure Cloud', 'DevOps');
  specified.push('Azure DevOps', 'CI/CD', 'Cloud Operations', 'SAP Consultants');
  expect(names.sort()).toEqual(specified.sort());

  const benefits = ['Reduce employee costs', 'Best rates', 'Dedicated resources', 'Global coverage'];
  await expectTexts(section(page, resources.benefits.title), 'h3', benefits);
  await expect(section(page, resources.support.title)).toContainText('round-the-clock');
  const callToAction = page.getByRole('main').getByRole('link', { name: resources.callToAction.label });
  await expect(callToAction).toHaveAttribute('href', '/contact');
});

test('strategic consultation has three benefit cards and an approach with two checklists', async ({ page }) => {
  await page.goto('/strategic-consultation');
  const { lead, benefits, approach } = strategicConsultation;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(strategicConsultation.title);
  await expect(page.getByText(lead)).toBeVisible();
  const cards = ['Strategic Planning', 'Growth Optimization', 'Change Management'];
  await expectTexts(section(page, benefits.title), 'h3', cards);
  await expectTexts(
    section(page, benefits.title),
    'li p',
    benefits.items.map(({ text }) => text),
  );
  await expectTexts(section(page, approach.title), 'h3', ['Discovery & Analysis', 'Strategy Development']);
  await expectTexts(
    section(page, approach.title),
    'li',
    approach.checklists.flatMap(({ items }) => items),
  );
});

test('the about page has the mission, the vision and three values', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  await expect(page.getByText(about.lead)).toBeVisible();
  for (const { title, text } of [about.mission, about.vision]) await expectTexts(section(page, title), 'p', [text]);
  expect([about.mission.title, about.vision.title]).toEqual(['Our Mission', 'Our Vision']);
  const values = section(page, about.values.title);
  await expectTexts(values, 'dt', ['Excellence', 'Collaboration', 'Innovation']);
  await expectTexts(
    values,
    'dd',
    about.values.items.map(({ text }) => text),
  );
});

test('the partner page has its sections and leads on to services', async ({ page }) => {
  await page.goto('/microsoft-partner');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(microsoftPartner.title);
  for (const { title, text, items } of microsoftPartner.sections) {
    await expectTexts(section(page, title), 'p', [text]);
    await expectTexts(section(page, title), 'li', items ?? []);
  }
  const areas = section(page, microsoftPartner.areas.title).getByRole('link');
  await expect(areas).toHaveText(microsoftPartner.areas.items.map(({ name, text }) => name + text));
});

test('the contact page shows email, phone and address above the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const details = section(page, contactPage.details.title);
  const { email, phone, address } = site.contact;
  await expectTexts(details, 'dt', ['Email', 'Phone', 'Address']);
  await expectTexts(details, 'dd', [email, phone, address]);
  const [detailsBox, formBox] = [await details.boundingBox(), await page.locator('form').boundingBox()];
  expect((detailsBox?.y ?? 0) + (detailsBox?.height ?? 0)).toBeLessThanOrEqual(formBox?.y ?? 0);
});

for (const [slug, text] of Object.entries<LegalPage>(legalPages)) {
  test(`/${slug} is dated January 2025 and has every section that its contents list names`, async ({ page }) => {
    await page.goto(`/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title);
    await expect(page.getByText('Last updated: January 2025', { exact: true })).toBeVisible();
    const titles = text.sections.map(({ title }) => title);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveText(titles);
    for (const { title, content, list = [], subsections = [], additionalContent } of text.sections) {
      const part = page.getByRole('region', { name: title, exact: true });
      const nested = subsections.flatMap(({ content, list = [] }) => [...content.split('\n\n'), ...list]);
      const paragraphs = [...content.split('\n\n'), ...list, ...nested, ...(additionalContent?.split('\n\n') ?? [])];
      await expectTexts(part, 'p, li', paragraphs);
      await expectTexts(
        part,
        'h3',
        subsections.map((subsection) => subsection.title),
      );
    }
  });
}

const section = (page: Page, title: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

async function expectTexts(part: Locator, selector: string, texts: readonly string[]) {
  await expect(part.locator(selector)).toHaveText([...texts]);
}
