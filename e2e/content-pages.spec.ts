import {
  about,
  contactPage,
  controls,
  resources,
  servicePage,
  services as servicePages,
  strategicConsultation,
} from '../content/words.ts';
import { shownLegalPages } from './page-words.ts';
import { expect, test } from './site.ts';

// That the pages show the words of their content is proven for each of them in every-page.spec.ts; here is what the
// specification itself has them say. Nothing of it needs the scripts.
test.use({ javaScriptEnabled: false });

const roles = ['Dynamics 365 Consultants', 'AX/365 Developers', 'Business Central', 'Functional Consultants'];
roles.push('Power Apps', 'Power BI', '.NET Core/Framework', 'ASP.NET', 'Blazor', 'C#', 'Azure Cloud', 'DevOps');
roles.push('Azure DevOps', 'CI/CD', 'Cloud Operations', 'SAP Consultants');
const sectors = ['Healthcare', 'Education', 'Consumer Goods', 'Banking & Financial Services', 'Manufacturing'];
sectors.push('Retail & E-Commerce');
const services = ['Software Development', 'Dynamics 365', 'DevOps & CloudOps', 'Resource Staffing'];
const benefits = ['Reduce employee costs', 'Best rates', 'Dedicated resources', 'Global coverage'];

const { details } = contactPage;
const { benefits: settled, approach } = strategicConsultation;

for (const { path, sections } of [
  { path: '/', sections: { 'Our Services': services, 'Sectors We Serve': sectors } },
  { path: '/resources', sections: { [resources.categories.title]: roles, [resources.benefits.title]: benefits } },
  {
    path: '/strategic-consultation',
    sections: {
      [settled.title]: ['Strategic Planning', 'Growth Optimization', 'Change Management'],
      [approach.title]: ['Discovery & Analysis', 'Strategy Development'],
    },
  },
  { path: '/about', sections: { [about.values.title]: ['Excellence', 'Collaboration', 'Innovation'] } },
  { path: '/contact', sections: { [details.title]: Object.values(details.labels) } },
]) {
  test(`${path} has the parts that the specification names`, async ({ page }) => {
    await page.goto(path);
    for (const [title, parts] of Object.entries<string[]>(sections)) {
      const section = page.locator('main section', { has: page.getByRole('heading', { name: title, exact: true }) });
      // Where parts stand in groups, a group's heading is of the rank above.
      const titles = section.locator(title === resources.categories.title ? 'h4' : 'h3, dt');
      await expect(titles).toHaveText(parts);
    }
  });
}

for (const service of servicePages) {
  const path = `/services/${service.slug}`;
  test(`${path} has the blocks that the specification names, whatever its composition`, async ({ page }) => {
    await page.goto(path);
    const body = page.locator('main [data-accent]').filter({ has: page.locator('h2') });
    /** The paragraphs or items that stand under a heading of second rank. */
    const under = (title: string, what: string) =>
      body.locator(`:has(> h2:text-is("${title}")), :has(> div > h2:text-is("${title}"))`).last().locator(what);
    await expect(under(servicePage.description, 'p')).toHaveText([...service.description]);
    await expect(under(servicePage.features, 'ul > li')).toHaveCount(service.features.length);
    await expect(under(servicePage.benefits, 'ul > li')).toHaveText([...service.benefits]);
    await expect(under(servicePage.steps, 'ol > li h3')).toHaveText(service.steps.map(({ title }) => title));
    await expect(under(servicePage.steps, 'ol > li svg')).toHaveCount(service.steps.length);
    await expect(under(servicePage.deliverables, 'ul > li')).toHaveText([...service.deliverables]);
    await expect(under(servicePage.technologies, 'ul > li')).toHaveText([...(service.technologies ?? [])]);
    const { title } = service.callToAction;
    const last = page.locator('main section', { has: page.getByRole('heading', { name: title, exact: true }) });
    await expect(last.getByRole('link', { name: 'Contact Us', exact: true })).toHaveAttribute('href', '/contact');
  });
}

test('the legal pages say of which month they are, and begin with a list of their sections', async ({ page }) => {
  for (const { slug, lastUpdated, sections } of shownLegalPages) {
    await page.goto(`/${slug}`);
    expect(lastUpdated).toMatch(/^[A-Z][a-z]+ \d{4}$/);
    await expect(page.getByText(controls.lastUpdated.replace('{date}', lastUpdated), { exact: true })).toBeVisible();
    const titles = sections.map(({ title }) => title);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    await expect(page.getByRole('navigation', { name: controls.contents }).getByRole('link')).toHaveText(titles);
    for (const title of titles) await expect(page.getByRole('region', { name: title, exact: true })).toHaveCount(1);
  }
});

test('the contact page shows email, phone and address above the form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const facts = page.locator('main section', { has: page.getByRole('heading', { name: details.title }) });
  const [above, form] = [await facts.boundingBox(), await page.locator('form').boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
});
