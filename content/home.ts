import type { Gradient } from './accent.ts';
import type { Seo } from './seo.ts';
import type { Structure } from './structure.ts';

/** A highlight card under Our Services, with the drawing of the page that it leads to. */
export interface ServiceCard {
  icon: Structure | 'lifted-segment';
  title: string;
  description: string;
  gradient: Gradient;
  to: string;
}

export interface Sector {
  name: string;
  /** Its own worst day, in two or three words. */
  load: string;
  description: string;
}

const cards = [
  {
    icon: 'cable-stayed-fan',
    title: 'Software Development',
    description:
      'Web, mobile and desktop applications shaped around the way your people work, delivered in working stages that you can try.',
    gradient: ['lamp', 'harbour'],
    to: '/services/software-development',
  },
  {
    icon: 'swing-bridge',
    title: 'Dynamics 365',
    description:
      'Finance, supply chain and Business Central set up for how you buy, make and sell, with your old data moved across and checked.',
    gradient: ['harbour', 'slate'],
    to: '/services/dynamics-365',
  },
  {
    icon: 'closed-loop',
    title: 'DevOps & CloudOps',
    description:
      'Releases that run from a pipeline instead of a checklist, on cloud environments written as code, watched and kept patched.',
    gradient: ['meadow', 'lamp'],
    to: '/services/devops-cloudops',
  },
  {
    icon: 'lifted-segment',
    title: 'Resource Staffing',
    description:
      'Dynamics 365, .NET, Power Platform, Azure and SAP specialists who join your own team, for one project or for the long run.',
    gradient: ['brick', 'lamp'],
    to: '/resources',
  },
] as const satisfies readonly ServiceCard[];

const sectors = [
  {
    name: 'Healthcare',
    load: 'Monday’s results',
    description:
      'Laboratory results and prescriptions that reach the right person, with a record of who saw and changed what.',
  },
  {
    name: 'Education',
    load: 'Enrolment week',
    description:
      'Admissions, timetables and fees on one student record, in systems that still answer in enrolment week.',
  },
  {
    name: 'Consumer Goods',
    load: 'A recall',
    description:
      'Batches followed from the production line to the shelf, so that a recall is a query and not a search.',
  },
  {
    name: 'Banking & Financial Services',
    load: 'The audit',
    description:
      'Approvals, reconciliations and audit trails from the first release, under access rules your risk team can read.',
  },
  {
    name: 'Manufacturing',
    load: 'The promised date',
    description:
      'Plans, stock and shop-floor progress in one place, so the date you promise is a date the line can meet.',
  },
  {
    name: 'Retail & E-Commerce',
    load: 'The busiest day',
    description:
      'One stock figure behind the till, the web shop and the warehouse, on your busiest trading day as well.',
  },
] as const satisfies readonly Sector[];

export const home = {
  seo: {
    title: 'Software, Dynamics 365 and IT Staffing in Bristol',
    description:
      'Bristol consultancy for web, mobile and desktop software, Dynamics 365, cloud operations and IT staffing. See what we build and how we work with you.',
    keywords: [
      'technology consultancy Bristol',
      'software development Bristol',
      'Dynamics 365 consultancy UK',
      'DevOps and cloud operations',
      'IT staffing',
    ],
  } satisfies Seo,
  hero: {
    headline: 'Innovate Elevate Transform.',
    line: 'From Bristol, we build software, run Dynamics 365 and staff IT teams for manufacturers, retailers, banks, colleges and healthcare providers.',
    action: { label: 'Get Started Now', to: '/resources' },
  },
  services: {
    title: 'Our Services',
    line: 'We create engaging apps across web, mobile, and desktop platforms.',
    cards,
  },
  sectors: {
    title: 'Sectors We Serve',
    line: 'Every sector has its own rules and its own worst day. We design for both.',
    action: { label: 'Tell us about yours', to: '/contact' },
    slider: { label: 'Where the load stands on the bridge', position: '{metres} metres from the left tower' },
    items: sectors,
  },
} as const;
