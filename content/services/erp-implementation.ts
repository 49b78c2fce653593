import type { Service } from './service.ts';

export const erpImplementation = {
  slug: 'erp-implementation',
  name: 'ERP Implementation',
  seo: {
    title: 'ERP Implementation and Data Migration',
    description:
      'From the choice of ERP to the first closed month: scenarios from your own business, repeatable data migration and a cut-over rehearsed by the hour.',
    keywords: [
      'ERP implementation',
      'ERP data migration',
      'ERP selection advice',
      'cut-over planning',
      'Dynamics 365 ERP project',
      'fit to standard',
    ],
  },
  title: 'ERP implementation with the first morning rehearsed',
  situation:
    'The steering group meets today. Your old system loses support next year, three vendors have given perfect demonstrations, and nobody has asked where a half-shipped order will stand on the first morning.',
  description: [
    'We go with you from the choice of a system to the first month closed in it. Scenarios come before screens. They are taken from your own business, such as a part delivery with a disputed price, and the same ones serve for demonstrations, design, testing and training.',
    'Data is a project of its own. Customers, items, open orders and balances are mapped, cleaned and loaded by scripts, again and again, until a full rehearsal fits into the cut-over weekend and the opening balances agree with the old ledger.',
  ],
  features: [
    {
      title: 'Fit to standard',
      text: 'Each scenario is first played in the product as it comes. A change needs an owner and a written reason.',
    },
    {
      title: 'Loads that can be repeated',
      text: 'Every run gives counts, totals and a list of refused records for their owners to mend.',
    },
    {
      title: 'Cut-over by the hour',
      text: 'The plan says who does what, in which order, and when to go on or turn back.',
    },
    {
      title: 'Links proved early',
      text: 'Your bank, carriers and web shop exchange test messages with the new system well before go-live.',
    },
    {
      title: 'Training on your data',
      text: 'Each role practises its own scenarios on your migrated customers and items.',
    },
  ],
  steps: [
    { title: 'Write scenarios', text: 'Each department brings its ordinary day and its worst one.' },
    { title: 'Choose', text: 'Vendors play your scenarios in place of their own demonstrations.' },
    { title: 'Build and load', text: 'Settings, links and data grow together, scenario by scenario.' },
    { title: 'Rehearse', text: 'The whole cut-over is run against the clock, at least twice.' },
    { title: 'Go live and close', text: 'We stay beside your team through the first month end.' },
  ],
  deliverables: [
    'The ERP system, set up and in use, with a register of its settings',
    'A scenario book with the result of each test',
    'Migration scripts and a signed reconciliation',
    'The cut-over plan, with the times that the rehearsals took',
  ],
  benefits: [
    'You choose the system that handled your own awkward orders.',
    'On the first morning, staff see orders and customers that they know.',
    'The steering group decides to go live on rehearsal results.',
  ],
  technologies: [
    'Dynamics 365 Finance',
    'Supply Chain Management',
    'Business Central',
    'SAP S/4HANA',
    'Azure Data Factory',
  ],
  diagram: {
    title: 'A cut-over weekend by the hour',
    note: 'An example. Your own hours come from the rehearsals, and so does the last moment at which turning back is still possible.',
    columns: ['When', 'Old system', 'New system', 'Go on if'],
    rows: [
      ['Friday 18:00', 'Last order, then read only', 'Empty, settings in place', 'The count of open orders is signed'],
      [
        'Saturday 02:00',
        'Read only',
        'Customers, items and stock loaded',
        'Refused records are below the agreed limit',
      ],
      ['Saturday 14:00', 'Read only', 'Open orders and balances loaded', 'Opening balances agree with the old ledger'],
      [
        'Sunday 10:00',
        'Read only, can be opened again',
        'Scenarios played by each department',
        'The worst day’s scenarios pass',
      ],
      [
        'Sunday 16:00',
        'Opened again, if the answer is no',
        'In use, if the answer is yes',
        'The steering group says so',
      ],
    ],
  },
  callToAction: {
    title: 'What must work by nine on Monday?',
    text: 'Say which system you leave, when its support ends, and which order you would least like to find half shipped that morning.',
  },
  composition: 'plates',
  structure: 'launched-truss',
  gradient: ['meadow', 'slate'],
} satisfies Service;
