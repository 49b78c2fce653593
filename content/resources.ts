import type { Seo } from './seo.ts';

/** One kind of specialist, and the heading under which it is listed. */
export interface ResourceCategory {
  name: string;
  description: string;
  group: 'Dynamics 365' | 'Power Platform' | '.NET' | 'Azure & DevOps' | 'SAP';
}

const categories = [
  {
    name: 'Dynamics 365 Consultants',
    description: 'Plan, set up and improve finance, supply chain and sales modules.',
    group: 'Dynamics 365',
  },
  {
    name: 'AX/365 Developers',
    description: 'Write X++ extensions and move AX customisations to Dynamics 365.',
    group: 'Dynamics 365',
  },
  {
    name: 'Business Central',
    description: 'Set up companies, write AL extensions and leave NAV behind.',
    group: 'Dynamics 365',
  },
  {
    name: 'Functional Consultants',
    description: 'Turn month end, procurement or warehouse work into settings and tests.',
    group: 'Dynamics 365',
  },
  {
    name: 'Power Apps',
    description: 'Replace shared spreadsheets and paper forms with apps on Dataverse.',
    group: 'Power Platform',
  },
  {
    name: 'Power BI',
    description: 'Model your data and build reports whose totals match the ledger.',
    group: 'Power Platform',
  },
  {
    name: '.NET Core/Framework',
    description: 'Maintain Framework systems and move them to current .NET in stages.',
    group: '.NET',
  },
  {
    name: 'ASP.NET',
    description: 'Build and secure web applications and APIs, MVC or minimal.',
    group: '.NET',
  },
  {
    name: 'Blazor',
    description: 'Write interactive web screens in\u00A0C#, on the server or in WebAssembly.',
    group: '.NET',
  },
  {
    name: 'C#',
    description: 'Services, integrations and desktop tools, with tests and clear interfaces.',
    group: '.NET',
  },
  {
    name: 'Azure Cloud',
    description: 'Design networks, identity, storage and databases, and keep the bill in check.',
    group: 'Azure & DevOps',
  },
  {
    name: 'DevOps',
    description: 'Join development and operations with shared pipelines, alerts and on-call habits.',
    group: 'Azure & DevOps',
  },
  {
    name: 'Azure DevOps',
    description: 'Set up boards, repositories, pipelines and permissions that fit your teams.',
    group: 'Azure & DevOps',
  },
  {
    name: 'CI/CD',
    description: 'Build, test and release on every change, with a tested way back.',
    group: 'Azure & DevOps',
  },
  {
    name: 'Cloud Operations',
    description: 'Watch, patch, back up and restore the systems you already run.',
    group: 'Azure & DevOps',
  },
  {
    name: 'SAP Consultants',
    description: 'Configure finance and logistics, support users and prepare the move to S/4HANA.',
    group: 'SAP',
  },
] as const satisfies readonly ResourceCategory[];

export const resources = {
  seo: {
    title: 'Dynamics 365, .NET and SAP Staffing',
    description:
      'Add Dynamics 365, Power Platform, .NET, Azure, DevOps or SAP specialists to your team. You interview and choose; we carry the contract and the cover.',
    keywords: [
      'technology staffing',
      'Dynamics 365 contractors',
      '.NET developers for hire',
      'Power Platform specialists',
      'Azure DevOps engineers',
      'SAP consultants',
    ],
  } satisfies Seo,
  title: 'Technology staffing',
  lead: 'Add a Dynamics 365, Power Platform, .NET, Azure or SAP specialist to your team for a project, a busy season or the long run. You interview and choose. We carry the contract and the cover.',
  action: { label: 'Get Quote', to: '/contact' },
  intro: {
    title: 'Chosen for your system, not only for a job title',
    paragraphs: [
      'Describe the role as you would to a colleague: what is broken or missing, which versions you run and which hours you need covered. A consultant who works with that technology reads it and puts the names forward.',
      'You meet each candidate, and can set a task from your own backlog. Whoever you choose works in your tools and to your standards, and writes a handover before leaving.',
    ],
  },
  categories: { title: 'Who you can ask for', items: categories },
  benefits: {
    title: 'What changes for you',
    items: [
      {
        title: 'Reduce employee costs',
        text: 'You pay for the days or months that you need. Recruitment, payroll and holiday pay stay on our side of the contract.',
      },
      {
        title: 'Best rates',
        text: 'You see one rate for each role before you meet anyone, with no fee for the introduction and none for an extension.',
      },
      {
        title: 'Dedicated resources',
        text: 'Your specialist works for you alone in the hours you book, joins your daily meetings and stays to the agreed end.',
      },
      {
        title: 'Global coverage',
        text: 'Name the countries and working hours. We look for people whose day it is, so nights are not a tired team’s overtime.',
      },
    ],
  },
  support: {
    title: 'Support, 24/7',
    text: 'Month end, go-live weekends and outages keep no office hours. Any placement can include round-the-clock cover: a rota with names on it, a response time in the contract and a written handover between shifts.',
  },
  callToAction: {
    title: 'Which role do you need to fill?',
    text: 'Send us the technology, the start date and how long you expect to need someone. We answer with a rate and with questions about the work, before any CVs.',
    label: 'Tell us the role',
    to: '/contact',
  },
} as const;
