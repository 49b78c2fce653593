import type { Service } from './service.ts';

export const dynamics365 = {
  slug: 'dynamics-365',
  name: 'Dynamics 365',
  seo: {
    title: 'Dynamics 365 Consultants and Developers',
    description:
      'Dynamics 365 Finance, Supply Chain, Business Central and Sales: settings put right, extensions in X++ and AL, and each update rehearsed in a sandbox.',
    keywords: [
      'Dynamics 365 consultants',
      'Dynamics 365 Finance support',
      'Business Central extensions',
      'X++ developers',
      'dual-write integration',
      'Dynamics 365 update testing',
    ],
  },
  title: 'Dynamics 365 that finance trusts at month end',
  situation:
    'Month end is on Friday, and your accountants are still reconciling Dynamics 365 in Excel. A posting profile is wrong somewhere, and Microsoft’s next service update is due before anyone has tested it.',
  description: [
    'We set up, extend and look after Dynamics 365 Finance, Supply Chain Management, Business Central, Sales and Customer Service. If a setting will do, you get a setting. If not, you get an extension, in X++ for Finance and Supply Chain or AL for Business Central, and Microsoft’s own code stays as it came.',
    'Links to other systems use the supported doors: data entities over OData, business events, and dual-write where Finance and Sales share a customer. For each link you know where a failure shows and who acts on it.',
  ],
  features: [
    {
      title: 'Postings you can trace',
      text: 'Posting profiles, dimensions and number sequences are followed from a sample invoice to the trial balance.',
    },
    {
      title: 'Updates rehearsed',
      text: 'Your main processes are replayed as automated tests in a sandbox before an update reaches production.',
    },
    {
      title: 'Roles by duty',
      text: 'Security is built from duties and privileges. A user who could both create and pay a supplier is reported.',
    },
    {
      title: 'One customer, found once',
      text: 'Duplicates are merged before Sales, Customer Service and Finance begin to share a record.',
    },
    {
      title: 'Documents without code',
      text: 'Payment files and VAT formats in Finance are built in Electronic reporting, so your analysts can change them.',
    },
  ],
  steps: [
    {
      title: 'Trace',
      text: 'The three transactions that cause the most arguments are followed from entry to ledger.',
    },
    {
      title: 'Decide',
      text: 'Each gap gets one answer: change the habit, change a setting, or write an extension.',
    },
    {
      title: 'Build and test',
      text: 'Work is tried in a sandbox on a copy of your data, with personal details masked.',
    },
    {
      title: 'Release',
      text: 'The change goes live in an agreed window, and the same three transactions are traced again.',
    },
  ],
  deliverables: [
    'A settings register: what was changed, why, and who owns it',
    'Extension source in your Azure DevOps or GitHub repository',
    'Test scripts for your main processes, ready for the next update',
    'A role matrix that shows who can do what',
  ],
  benefits: [
    'The figures that finance reports come from the ledger, with no workbook between.',
    'An update’s surprises show in the sandbox, while there is time to mend them.',
    'An auditor’s question about access has an answer on paper.',
  ],
  technologies: [
    'Dynamics 365 Finance',
    'Supply Chain Management',
    'Business Central',
    'Dynamics 365 Sales',
    'Customer Service',
    'Dataverse',
    'X++',
    'AL',
  ],
  callToAction: {
    title: 'Which posting do you argue about?',
    text: 'Name the transaction that finance puts right by hand, and the modules that you run. We would begin by following it from entry to ledger.',
  },
  composition: 'ledger',
  structure: 'swing-bridge',
  gradient: ['harbour', 'slate'],
} satisfies Service;
