import { expect, it } from 'vitest';
import { renderPage } from '../site/renderer.tsx';
import { site as opened } from '../site/testing/read-page.ts';
import { addressesOf } from './content-faults.ts';
import { files } from './stored-words.ts';
import * as words from './words.ts';

const { about, contactPage, controls, home, navigation, productsPage, resources, strategicConsultation } = words;
const { form } = contactPage;
const titlesOf = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);
const services = `mobility data-analytics devops-cloudops business-processes erp-implementation software-development
  power-platform sap retail-ecommerce dynamics-365 net-technologies`.split(/\s+/);
const products = 'adp-connector bartender-connector shipguru bbptechnologies lis365'.split(' ');
const others =
  `products microsoft-partner strategic-consultation about resources contact privacy-policy terms-of-service
  cookie-policy`.split(/\s+/);

// Whoever words one of these anew changes what the site has to say: everything else is read from the content by tests.
it.each<[what: string, said: unknown, fixed: unknown]>([
  ['headline', home.hero.headline, 'Innovate Elevate Transform.'],
  ['first button', home.hero.action, { label: 'Get Started Now', to: '/resources' }],
  ['services', home.services.title, 'Our Services'],
  ['line of services', home.services.line, 'We create engaging apps across web, mobile, and desktop platforms.'],
  [
    'highlights',
    titlesOf(home.services.cards),
    ['Software Development', 'Dynamics 365', 'DevOps & CloudOps', 'Resource Staffing'],
  ],
  ['sectors', home.sectors.title, 'Sectors We Serve'],
  [
    'each sector',
    home.sectors.items.map(({ name }) => name),
    [
      'Healthcare',
      'Education',
      'Consumer Goods',
      'Banking & Financial Services',
      'Manufacturing',
      'Retail & E-Commerce',
    ],
  ],
  [
    'header',
    navigation.links.map(({ to }) => to),
    ['/', '/products', '/microsoft-partner', '/strategic-consultation', '/about', '/resources', '/contact'],
  ],
  ['theme button', [navigation.theme.light, navigation.theme.dark], ['Light Mode', 'Dark Mode']],
  ['footer', [words.footer.products.title, words.footer.company.title], ['Products', 'Company']],
  ['contact column', words.footer.contactTitle, 'Contact Info'],
  ['copyright', words.site.copyright, expect.stringContaining('2025')],
  ['dates', [...new Set(words.legalPages.map(({ lastUpdated }) => lastUpdated))], ['January 2025']],
  ['line of dates', controls.lastUpdated, expect.stringContaining('Last updated')],
  [
    'labels',
    Object.values(form.fields).map(({ label }) => label),
    ['Name *', 'Email *', 'Company', 'Subject *', 'Message *'],
  ],
  [
    'placeholders',
    Object.values(form.fields).map(({ placeholder }) => placeholder),
    [
      'Your full name',
      expect.stringMatching(/^\S+@\S+\.example$/),
      'Your company name',
      'How can we help you?',
      'Tell us about your project or requirements...',
    ],
  ],
  ['button of the form', [form.submit, form.submitting], ['Send Message', 'Sending...']],
  [
    'success',
    form.success,
    { title: 'Message sent successfully!', description: "We'll get back to you within 24 hours." },
  ],
  ['failure', form.failure, { title: 'Error sending message', description: 'Please try again later.' }],
  ['promise', words.site.replyWithinHours, 24],
  ['buttons of products', [productsPage.visitLabel, productsPage.contactLabel], ['Visit Website', 'Contact Us']],
  ['demonstration', productsPage.demo, { label: 'Request a Demo', to: '/contact' }],
  ['product page', words.productPage.callToAction, { label: 'Contact Us', to: '/contact' }],
  ['service page', words.servicePage.callToAction, { label: 'Contact Us', to: '/contact' }],
  ['quote', resources.action, { label: 'Get Quote', to: '/contact' }],
  [
    'benefits of staffing',
    titlesOf(resources.benefits.items),
    ['Reduce employee costs', 'Best rates', 'Dedicated resources', 'Global coverage'],
  ],
  [
    'benefits of a consultation',
    titlesOf(strategicConsultation.benefits.items),
    ['Strategic Planning', 'Growth Optimization', 'Change Management'],
  ],
  ['checklists', titlesOf(strategicConsultation.approach.checklists), ['Discovery & Analysis', 'Strategy Development']],
  ['values', titlesOf(about.values.items), ['Excellence', 'Collaboration', 'Innovation']],
  ['unknown page', words.notFound.title, 'Oops! Page not found'],
  [
    'error screen',
    renderPage(opened, '/', { fault: new Error() }),
    expect.stringContaining('>Unexpected Application Error!</'),
  ],
  [
    'addresses',
    addressesOf(files),
    new Set([
      '/',
      ...others.map((name) => `/${name}`),
      ...services.map((name) => `/services/${name}`),
      ...products.map((name) => `/products/${name}`),
    ]),
  ],
])('the %s is as the specification fixes it', (_what, said, fixed) => expect(said).toEqual(fixed));
