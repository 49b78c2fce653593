import type { Service } from './service.ts';

export const businessProcesses = {
  slug: 'business-processes',
  name: 'Business Processes',
  seo: {
    title: 'Business Process Improvement and Automation',
    description:
      'Find where approvals wait, drop the steps that nobody needs, then automate the rest with decision tables that your own managers can read and change.',
    keywords: [
      'business process automation',
      'process mining',
      'BPMN modelling',
      'invoice approval workflow',
      'DMN decision tables',
    ],
  },
  title: 'Business processes that do not wait in an inbox',
  situation:
    'A supplier rings about an invoice from six weeks ago. You think it was approved. It is in somebody’s inbox, and that somebody is on holiday.',
  description: [
    'We find out how an invoice, a hire or a complaint really moves through your company, and where it waits. We ask the people who handle it and read the time stamps in your systems. The process is put right first, and automated after that.',
    'Approvals then run on rules that anyone can read as a table: the amount, the cost centre, who decides, who stands in. Each case has a number, a state and an owner, so the supplier’s question takes one look. People still decide the odd cases, with all the papers in front of them.',
  ],
  features: [
    {
      title: 'A map from evidence',
      text: 'Process mining draws the routes that cases took, detours included, from your ERP’s or ticket system’s log.',
    },
    {
      title: 'Decision tables',
      text: 'Approval limits stand in DMN tables, so finance can change one without a developer.',
    },
    {
      title: 'Stand-ins',
      text: 'The workflow reads absences from the calendar and passes the task on after a wait that you choose.',
    },
    {
      title: 'Invoices read for you',
      text: 'Azure AI Document Intelligence extracts the fields. A doubtful reading goes to a person.',
    },
    {
      title: 'A record of each decision',
      text: 'It shows who decided, when, and under which version of the rule.',
    },
  ],
  steps: [
    {
      title: 'Follow ten cases',
      text: 'Good ones and bad ones, from the first e-mail to the payment.',
    },
    { title: 'Take steps out', text: 'If nobody can say what a step is for, it goes, on paper first.' },
    { title: 'Write the rules', text: 'The people who approve fill in the tables and try old cases on them.' },
    { title: 'Automate one route', text: 'The plain, frequent case goes first. Exceptions follow.' },
    { title: 'Measure again', text: 'Waiting times are taken as they were at the start, so the two can be compared.' },
  ],
  deliverables: [
    'BPMN maps of the process, before and after',
    'Decision tables, each with an owner',
    'The running workflow, with its source in your repository',
    'Waiting times before and after, and how they were measured',
  ],
  benefits: [
    'Whoever picks up the phone can tell a supplier where the invoice is.',
    'A holiday no longer stops a payment run.',
    'Auditors read the reason for an approval in the record.',
  ],
  technologies: ['BPMN 2.0', 'DMN', 'Power Automate', 'Azure Logic Apps', 'Camunda', 'Azure AI Document Intelligence'],
  callToAction: {
    title: 'Pick one case that waited',
    text: 'One invoice, one hire, one complaint: where it began, where it lay, and who was asked about it. A real case says more than a chart of how it ought to go.',
  },
  composition: 'row',
  structure: 'stepped-viaduct',
  gradient: ['woods', 'lamp'],
} satisfies Service;
