import type { Product } from './product.ts';

export const lis365 = {
  icon: 'flask',
  title: 'LIS365',
  subtitle: 'Laboratory information system',
  description:
    'Follows each sample from the request to the signed report, with your analysers connected and every change on record.',
  features: [
    'Barcoded samples from request to report',
    'Analyser results read in directly',
    'Review and release by authorised staff',
    'Full history of every change',
  ],
  color: 'heather',
  link: 'https://lis365.example/',
  external: true,
  page: {
    slug: 'lis365',
    kind: 'software',
    seo: {
      title: 'LIS365: Laboratory Information System',
      description:
        'LIS365 follows every laboratory sample from request to signed report, with analysers connected, results reviewed before release and changes recorded.',
      keywords: [
        'LIS365',
        'laboratory information system',
        'LIS software',
        'sample tracking',
        'analyser interface HL7 ASTM',
        'laboratory reporting',
      ],
    },
    description: [
      'A laboratory’s day is made of hand-overs: a request form, a tube, a rack, an analyser print-out, a report. Wherever a value is copied by hand it can be copied wrongly. Wherever a sample waits unseen, a clinician waits too.',
      'LIS365 gives each sample a barcode when it arrives and follows it to the signed report. Worklists go out to your analysers, results come back into the sample’s record, and values outside your reference ranges are held for review. Nothing leaves the laboratory until an authorised person has released it.',
      'We load your test catalogue, reference ranges and report layouts first, then connect the analysers one at a time. Each is checked with known samples against your present records before anyone relies on it.',
    ],
    features: [
      {
        title: 'Samples you can find',
        text: 'Scan a tube to see where it is, which tests are open and how long it has waited. Overdue samples head the list.',
      },
      {
        title: 'Analysers connected both ways',
        text: 'Worklists go out and results come in over HL7 or ASTM, the two protocols that laboratory instruments commonly speak.',
      },
      {
        title: 'Review before release',
        text: 'Results that break your rules wait for a second pair of eyes. The report shows who released it and when.',
      },
      {
        title: 'Corrections that leave a trace',
        text: 'A corrected result keeps its earlier value, the reason and the name, so you can answer an inspector from the screen.',
      },
    ],
  },
} satisfies Product;
