import type { Seo } from './seo.ts';

export const productsPage = {
  seo: {
    title: 'Dynamics 365 Connectors and Business Products',
    description:
      'Connectors for ADP and BarTender, a shipping platform, a laboratory system, HR tools and more. See what each one does, then ask us for a demo.',
    keywords: [
      'Dynamics 365 connectors',
      'business software products',
      'shipping platform',
      'laboratory software',
      'HR self-service software',
      'recruitment software',
    ],
  } satisfies Seo,
  title: 'Products',
  lead: 'Each product here does one job: new starters into payroll, labels out of the warehouse, parcels to a carrier, results out of the laboratory. Take one as it stands, or ask us to join it to the systems you run.',
  tiles: {
    title: 'From first look to daily use',
    items: [
      {
        title: 'A demo on your case',
        text: 'Send us a sample order, label or staff record beforehand, with made-up names if you like. That is what you will see on screen.',
      },
      {
        title: 'Your systems stay standard',
        text: 'The connectors for Dynamics 365 use its published data entities and extension points, so they do not hold up its updates.',
      },
      {
        title: 'Tested beside the old way',
        text: 'A new product runs next to your present process until the results match. You choose the day that the old way ends.',
      },
      {
        title: 'Kept working afterwards',
        text: 'When the system at the other end changes its interface, adapting our connector is our job, under the support you agree with us.',
      },
    ],
  },
  demo: { label: 'Request a Demo', to: '/contact' },
  visitLabel: 'Visit Website',
  contactLabel: 'Contact Us',
  callToAction: {
    title: 'Does none of them quite fit?',
    text: 'Describe the task that eats the most hours and the systems on either side of it. We will tell you whether one of these products covers it, what it would leave out, or what it would take to build.',
    label: 'Describe the task',
    to: '/contact',
  },
} as const;
