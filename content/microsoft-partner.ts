import type { Seo } from './seo.ts';

/** One part of the page: what working together on Microsoft technology means. */
export interface PartnerSection {
  title: string;
  text: string;
  items?: readonly string[];
}

/** A way on to the service page at `to`. */
export interface PartnerArea {
  name: string;
  text: string;
  to: string;
}

const sections: readonly PartnerSection[] = [
  {
    title: 'One design across four products',
    text: 'A request rarely stays inside one product. An approval starts in Dynamics 365, needs a screen in Power Apps, a rule in .NET and a place to run in Azure. We design the four together, so each rule is written once and you know where to find it.',
  },
  {
    title: 'Standard first, code last',
    text: 'Custom code is what makes an update of Dynamics 365 hurt. Before we write any, we go down this list with you and note why each step was not enough.',
    items: [
      'Change the process to suit the standard feature',
      'Configure it with parameters, workflows and security roles',
      'Add a screen or a flow with Power Apps or Power Automate',
      'Write a tested extension in X++, AL\u00A0or\u00A0C#',
    ],
  },
  {
    title: 'Everything in your own tenant',
    text: 'Environments, source code, pipelines and licences stay in your Microsoft tenant, in your name. We work there with named accounts that you can switch off. If you change supplier, you have nothing to ask us for.',
  },
  {
    title: 'Ready before the update is',
    text: 'Microsoft releases Dynamics 365 updates on its own calendar. We take each one in a test environment first, run the processes you cannot do without, and tell you what will look different before your users find out.',
  },
];

const areas = [
  {
    name: 'Dynamics 365',
    text: 'Finance, supply chain, sales and Business Central, set up and supported.',
    to: '/services/dynamics-365',
  },
  {
    name: 'ERP Implementation',
    text: 'A move from AX, NAV or another ERP, from fit-gap to the first month end.',
    to: '/services/erp-implementation',
  },
  {
    name: 'Power Platform',
    text: 'Apps, flows and environments that IT can see and look after.',
    to: '/services/power-platform',
  },
  {
    name: '.NET Technologies',
    text: 'New services in\u00A0C#, and older Framework code brought up to date.',
    to: '/services/net-technologies',
  },
  {
    name: 'DevOps & CloudOps',
    text: 'Azure environments as code, with pipelines that release and roll back.',
    to: '/services/devops-cloudops',
  },
  {
    name: 'Data Analytics',
    text: 'Models and Power BI reports that agree with the ledger.',
    to: '/services/data-analytics',
  },
] as const satisfies readonly PartnerArea[];

export const microsoftPartner = {
  seo: {
    title: 'Partner for Microsoft Dynamics 365 and Azure',
    description:
      'Plan Dynamics 365, Power Platform, Azure and .NET as one system: standard features first, everything in your own tenant, updates tested in advance.',
    keywords: [
      'partner for Microsoft technology',
      'Dynamics 365 partner UK',
      'Power Platform consultancy',
      'Azure consultancy',
      '.NET development partner',
      'Business Central support',
    ],
  } satisfies Seo,
  title: 'Your partner for Microsoft technology',
  lead: 'Dynamics 365, Power Platform, Azure and .NET are sold separately and used together. From Bristol, we plan, build and look after them with you as the one system that your users see.',
  sections,
  areas: { title: 'Choose where to start', items: areas },
  callToAction: {
    title: 'Show us the step that people avoid',
    text: 'Tell us which Microsoft products you run, and which task your users do in a spreadsheet instead. It is often the best place to begin.',
    label: 'Tell us about it',
    to: '/contact',
  },
} as const;
