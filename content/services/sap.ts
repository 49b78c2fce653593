import type { Service } from './service.ts';

export const sap = {
  slug: 'sap',
  name: 'SAP',
  seo: {
    title: 'SAP S/4HANA Migration and ABAP',
    description:
      'Plan and carry out the move from SAP ECC to S/4HANA: custom code sorted by real use, master data cleaned and each conversion run timed and logged.',
    keywords: [
      'SAP consultants',
      'S/4HANA migration',
      'ABAP custom code analysis',
      'SAP ECC end of maintenance',
      'SAP BTP extensions',
      'SAP Fiori development',
    ],
  },
  title: 'SAP: move to S/4HANA and leave behind what nobody uses',
  situation:
    'Someone asks how many of your Z programs are still in use. Nobody knows. Mainstream maintenance for ECC ends in 2027 at the latest, and the plan for S/4HANA hangs on the answer.',
  description: [
    'We plan the move from ECC to SAP S/4HANA with you and carry it out, and keep your present system in order meanwhile. Call data collected in production shows which custom programs run and who uses them. What you keep is checked with the ABAP Test Cockpit.',
    'What you add afterwards keeps clear of SAP’s own code: key-user extensions, ABAP against released APIs, and side-by-side apps on SAP Business Technology Platform. An upgrade then meets fewer of your changes.',
  ],
  features: [
    {
      title: 'Custom code sorted',
      text: 'Each Z object is marked keep, adapt or retire, with its usage as the reason.',
    },
    {
      title: 'Three paths compared',
      text: 'System conversion, new implementation and selective transition are weighed on your data, company code by company code.',
    },
    {
      title: 'Business partners first',
      text: 'Customers and vendors are cleaned of duplicates and become business partners in ECC, before the conversion.',
    },
    {
      title: 'Fiori where it helps',
      text: 'Apps are picked by what a role does all day. A transaction that is quicker may stay.',
    },
    {
      title: 'Every interface known',
      text: 'IDocs, BAPIs and file drops are listed with their owners, then moved to SAP Integration Suite or kept for a reason.',
    },
  ],
  steps: [
    { title: 'Measure', text: 'Usage logging and SAP Readiness Check run on your own system.' },
    { title: 'Choose the path', text: 'You see each one’s effort, downtime and risk on one page.' },
    { title: 'Clean up in ECC', text: 'Unused code and stale data go before the conversion clock starts.' },
    {
      title: 'Convert a copy',
      text: 'A sandbox goes through the whole conversion, and each fault is logged and mended.',
    },
    { title: 'Rehearse and move', text: 'Timed dress rehearsals come before the weekend that counts.' },
  ],
  deliverables: [
    'A list of custom code, with a decision for each object',
    'The comparison of paths, with our recommendation',
    'A conversion runbook with measured times',
    'S/4HANA in production, and a map of its interfaces',
  ],
  benefits: [
    'You pay to adapt only the programs that somebody runs.',
    'The downtime that you announce comes from a rehearsal.',
    'Duplicate vendors are gone before they reach the new ledger.',
  ],
  technologies: ['SAP S/4HANA', 'SAP ECC', 'ABAP', 'SAP Fiori', 'SAP BTP', 'SAP Integration Suite', 'SAP HANA'],
  callToAction: {
    title: 'How many Z programs, at a guess?',
    text: 'A guess will do. Add the release that you run and the date that worries you, and we can talk about which path to look at first.',
  },
  composition: 'spine',
  structure: 'cantilever',
  gradient: ['brick', 'lamp'],
} satisfies Service;
