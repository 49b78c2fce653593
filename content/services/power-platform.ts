import type { Service } from './service.ts';

export const powerPlatform = {
  slug: 'power-platform',
  name: 'Power Platform',
  seo: {
    title: 'Power Platform Apps and Governance',
    description:
      'Power Apps, Power Automate and Dataverse on firm ground: proper environments, data policies and flows that go on running when their maker leaves.',
    keywords: [
      'Power Platform consultants',
      'Power Apps development',
      'Power Automate flows',
      'Dataverse migration',
      'Power Platform governance',
    ],
  },
  title: 'Power Platform apps that outlive the person who built them',
  situation:
    'The leave-request app stopped this morning. Its maker left in March, its flows ran under his account, and IT has just found forty more apps like it in the default environment.',
  description: [
    'We build apps and flows with Power Apps, Power Automate and Dataverse, and we put the ones that you already have on firm ground. Your makers go on building. They get separate places to develop, test and run, and a pipeline that carries solutions from one to the next.',
    'Data that several people edit moves from lists and workbooks into Dataverse, where security roles decide who sees which rows and an audit log shows who changed what. Canvas apps suit phones and quick jobs, model-driven apps suit casework, and Power Pages lets outsiders in.',
  ],
  features: [
    {
      title: 'An inventory',
      text: 'Every app, flow and connection is listed with its owner, last use and the data that it touches.',
    },
    {
      title: 'Data policies',
      text: 'Connectors are sorted into business, non-business and blocked, so a flow cannot copy customers to a private drive.',
    },
    {
      title: 'No flow tied to a leaver',
      text: 'A service principal owns each production flow, and its connections were made for that job.',
    },
    {
      title: 'Failures that speak up',
      text: 'A flow retries what it can and posts the rest to a Teams channel, with a link to the failed run.',
    },
    {
      title: 'Licences checked first',
      text: 'Before building, you know which premium connectors a design uses and who needs which licence.',
    },
  ],
  steps: [
    { title: 'Take stock', text: 'The inventory is read with the people who depend on each app.' },
    { title: 'Sort', text: 'Each app is kept, rebuilt or retired, and the ones that stay get an owner.' },
    { title: 'Build together', text: 'Your maker and our developer rebuild the riskiest app side by side.' },
    { title: 'Release', text: 'It goes through test to production as a managed solution.' },
  ],
  deliverables: [
    'Each app as a solution, with its source in your repository',
    'Environments and data policies, set up in your tenant',
    'A register of apps and flows, each with a named owner',
    'A makers’ guide of a few pages: naming, connections, release',
  ],
  benefits: [
    'Leave requests still go through after the app’s maker has moved on.',
    'IT can say yes to makers, because the limits are built in.',
    'A change can be tried without touching the app that people are using.',
  ],
  technologies: ['Power Apps', 'Power Automate', 'Dataverse', 'Power Pages', 'Copilot Studio', 'Power Fx', 'Entra ID'],
  callToAction: {
    title: 'Which app must not stop on Monday?',
    text: 'Say what it does, who made it and who relies on it now. For the others a rough count is enough to begin with.',
  },
  composition: 'row',
  structure: 'keystone-arch',
  gradient: ['heather', 'lamp'],
} satisfies Service;
