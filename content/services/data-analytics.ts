import type { Service } from './service.ts';

export const dataAnalytics = {
  slug: 'data-analytics',
  name: 'Data Analytics',
  seo: {
    title: 'Data Analytics with Power BI and Fabric',
    description:
      'One agreed definition for each measure, one Power BI model behind every report, and a path from each figure back to the rows that it came from.',
    keywords: [
      'data analytics consultancy',
      'Power BI consultants',
      'Microsoft Fabric lakehouse',
      'semantic model design',
      'data warehouse development',
    ],
  },
  title: 'Data analytics with one answer to each question',
  situation:
    'At the board meeting sales says revenue is up, finance says it is down, and both have a chart. The hour goes on whose figure is right, and the decision waits until next month.',
  description: [
    'We start from the decisions and work back to the data. Each measure, such as net revenue, is defined once: in words, by the people who argue about it, and then in a Power BI semantic model that every report reads.',
    'Beneath the model stands a lakehouse in Microsoft Fabric or a warehouse in Azure SQL. Extracts are kept as they arrived, clean tables are made from them, and reports read only the clean tables. A doubtful figure can be followed back to its rows.',
  ],
  features: [
    {
      title: 'Loads that check themselves',
      text: 'Row counts and totals are compared with the source. A bad load stops before a report shows it.',
    },
    {
      title: 'A star schema',
      text: 'Facts and dimensions are modelled so that customer, month and depot filter each report alike.',
    },
    {
      title: 'History that stays put',
      text: 'A sale keeps the region that its customer had that day, even after the customer moves.',
    },
    {
      title: 'Access by row',
      text: 'A depot manager sees one depot. The rule lives in the model, so there is one report to maintain.',
    },
    {
      title: 'Honest forecasts',
      text: 'A forecast is tested on months that it has not seen, against a simple guess, and shown with its range.',
    },
  ],
  steps: [
    { title: 'List the decisions', text: 'Who decides what, how often, and with which figure.' },
    { title: 'Agree the measures', text: 'Sales and finance settle each definition, and one person owns it.' },
    { title: 'Load and model', text: 'The few sources behind those measures come first.' },
    {
      title: 'Reconcile',
      text: 'We match a closed quarter with the ledger and explain every difference.',
    },
    { title: 'Publish and retire', text: 'New reports go out, and the ones they replace are switched off.' },
  ],
  deliverables: [
    'A measure dictionary: definition, formula and owner',
    'The semantic model and reports, as files in your repository',
    'Load pipelines, with their checks',
    'The signed reconciliation of one closed quarter',
  ],
  benefits: [
    'The board’s hour goes on the decision.',
    'A new report takes its measures from the model, with no formula copied.',
    'You can show where any figure came from.',
  ],
  technologies: ['Power BI', 'Microsoft Fabric', 'Azure SQL', 'Data Factory', 'DAX', 'SQL', 'Python'],
  diagram: {
    title: 'One quarter, reconciled',
    note: 'Invented figures, in thousands of pounds. Each difference gets a reason, until nothing is left over.',
    columns: ['Net revenue', 'Ledger', 'Report', 'Difference'],
    rows: [
      ['As first reported', '4,812', '4,967', '155'],
      ['Credit notes taken off', '4,812', '4,871', '59'],
      ['Invoices of the next quarter moved out', '4,812', '4,800', '−12'],
      ['Sales in euros at the month’s own rate', '4,812', '4,812', 'nil'],
    ],
  },
  callToAction: {
    title: 'Two charts, one question',
    text: 'Tell us which figure is in dispute and where each side takes it from. The point where the two part is where we would look first.',
  },
  composition: 'ledger',
  structure: 'hanger-chart',
  gradient: ['harbour', 'meadow'],
} satisfies Service;
