import type { Product } from './product.ts';

export const adpConnector = {
  icon: 'people-link',
  title: 'ADP Connector',
  subtitle: 'ADP workforce connector for Dynamics 365 Finance & Operations',
  description:
    'Keeps employees, posts and payroll costs in step between ADP and Dynamics 365, so that nobody types in a new starter twice.',
  features: [
    'Starters, movers and leavers in step',
    'Payroll costs posted as ledger journals',
    'Field mapping without code changes',
    'Failed records listed, corrected and rerun',
  ],
  color: 'harbour',
  link: '/contact',
  external: false,
  page: {
    slug: 'adp-connector',
    kind: 'software',
    seo: {
      title: 'ADP Connector for Dynamics 365 Finance',
      description:
        'Connect ADP payroll with Dynamics 365 Finance & Operations: worker records kept in step, and each pay run posted as a journal with your dimensions.',
      keywords: [
        'ADP connector',
        'ADP Dynamics 365 integration',
        'Dynamics 365 payroll interface',
        'Finance and Operations workforce data',
        'payroll journal automation',
      ],
    },
    description: [
      'When ADP runs your payroll and Dynamics 365 runs your finance, every starter, transfer and leaver has to be entered in both. The two lists drift apart, and you find out at month end, when the payroll journal names a cost centre that was closed weeks ago.',
      'The ADP Connector carries worker records from ADP into Dynamics 365 Finance & Operations and turns the totals of each pay run into a general ledger journal, with your financial dimensions on every line. You decide which system owns which field, so a correction made in one is never undone by the other.',
      'It starts in your test environment. Together we map pay codes, departments and legal entities, run a closed pay period through it, and compare the result with the journal you posted by hand. It goes live once the two agree.',
    ],
    features: [
      {
        title: 'Worker records in step',
        text: 'Hires, changes of post and leaving dates cross over on the schedule you set, or at once when you ask for it.',
      },
      {
        title: 'Payroll to the ledger',
        text: 'Gross pay, tax and employer costs arrive as one journal, split by your dimensions and held for review before posting.',
      },
      {
        title: 'Mapping in your hands',
        text: 'Pay codes, departments and legal entities are matched on a form inside Dynamics 365. A new pay code needs no developer.',
      },
      {
        title: 'Errors you can act on',
        text: 'A record that fails waits in a list with the reason in plain words. Correct it and rerun that record alone.',
      },
    ],
  },
} satisfies Product;
