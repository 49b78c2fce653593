import { expect, it } from 'vitest';
import { renderPage } from '../site/renderer.tsx';
import { site as opened } from '../site/testing/read-page.ts';
import { listBlockPages } from './block-pages.ts';
import { listPagePaths } from './content-issues.ts';
import { releaseFiles } from './release-files.ts';
import * as content from './release-content.ts';

const { about, contactPage, home, legalPages, navigation, productsPage, resources, strategicConsultation } = content;
const { fields, submit, submitting, success, failure } = contactPage.form;
const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title).join(', ');
const link = ({ label, to }: { label: string; to: string }) => `${label} ${to}`;
const labels = Object.values(fields).map(({ label }) => label);
const placeholders = Object.values(fields).map(({ placeholder }) => placeholder);

// Whoever words one of these anew changes what the site has to say: all else tests read from the content.
it.each<[said: string, fixed: string]>([
  [home.hero.headline, 'Innovate Elevate Transform.'],
  [link(home.hero.action), 'Get Started Now /resources'],
  [home.services.title, 'Our Services'],
  [home.services.line, 'We create engaging apps across web, mobile, and desktop platforms.'],
  [titles(home.services.cards), 'Software Development, Dynamics 365, DevOps & CloudOps, Resource Staffing'],
  [home.sectors.title, 'Sectors We Serve'],
  [
    home.sectors.items.map(({ name }) => name).join(', '),
    'Healthcare, Education, Consumer Goods, Banking & Financial Services, Manufacturing, Retail & E-Commerce',
  ],
  [
    navigation.links.map(({ to }) => to).join(' '),
    '/ /products /microsoft-partner /strategic-consultation /about /resources /contact',
  ],
  [`${navigation.theme.light}, ${navigation.theme.dark}`, 'Light Mode, Dark Mode'],
  [titles([content.footer.products, content.footer.company]), 'Products, Company'],
  [content.footer.contactTitle, 'Contact Info'],
  [/\d+/.exec(content.site.copyright)?.[0] ?? '', '2025'],
  [legalPages.map(({ lastUpdated }) => lastUpdated).join(), 'January 2025,January 2025,January 2025'],
  [content.controls.lastUpdated, 'Last updated: {date}'],
  [labels.join(', '), 'Name *, Email *, Company, Subject *, Message *'],
  [
    placeholders.filter((one) => !one.includes('@')).join(' '),
    'Your full name Your company name How can we help you? Tell us about your project or requirements...',
  ],
  [`${submit}, ${submitting}`, 'Send Message, Sending...'],
  [`${success.title} ${success.description}`, "Message sent successfully! We'll get back to you within 24 hours."],
  [`${failure.title}. ${failure.description}`, 'Error sending message. Please try again later.'],
  [`${productsPage.visitLabel}, ${productsPage.contactLabel}`, 'Visit Website, Contact Us'],
  [link(productsPage.demo), 'Request a Demo /contact'],
  [link(content.productPage.callToAction), 'Contact Us /contact'],
  [link(content.servicePage.callToAction), 'Contact Us /contact'],
  [link(resources.action), 'Get Quote /contact'],
  [titles(resources.benefits.items), 'Reduce employee costs, Best rates, Dedicated resources, Global coverage'],
  [titles(strategicConsultation.benefits.items), 'Strategic Planning, Growth Optimization, Change Management'],
  [titles(strategicConsultation.approach.checklists), 'Discovery & Analysis, Strategy Development'],
  [titles(about.values.items), 'Excellence, Collaboration, Innovation'],
  [content.notFound.title, 'Oops! Page not found'],
  [
    /<h1[^>]*>([^<]*)/.exec(renderPage(opened, '/', { error: new Error() }).body)?.[1] ?? '',
    'Unexpected Application Error!',
  ],
])('%s', (said, fixed) => expect(said).toBe(fixed));

it('each page has the address that the specification fixes', () => {
  const services = `mobility data-analytics devops-cloudops business-processes erp-implementation software-development
    power-platform sap retail-ecommerce dynamics-365 net-technologies`.split(/\s+/);
  const products = 'adp-connector bartender-connector shipguru bbptechnologies lis365'.split(' ');
  const others = `/ /products /microsoft-partner /strategic-consultation /about /resources /contact /privacy-policy
    /terms-of-service /cookie-policy`.split(/\s+/);
  const inFolders = [...services.map((name) => `/services/${name}`), ...products.map((name) => `/products/${name}`)];
  const composed = new Set(['/case-studies', '/news', ...listBlockPages(content).map(({ path }) => path)]);
  const paths = [...listPagePaths(releaseFiles)].filter((path) => !composed.has(path));
  expect(paths.sort()).toEqual([...others, ...inFolders].sort());
});
