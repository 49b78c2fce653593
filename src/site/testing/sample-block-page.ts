import type { Content } from '../../content/content-models.ts';

const file = { file: 'a1'.repeat(12), width: 3000, height: 2000, color: '#8a7f6b', focus: [50, 50] };
export const picture = { ...file, alt: 'Cranes', decorative: false, credit: 'By Ada' };
const titled = { title: 'Closing', text: 'We close.' };
const [before, after] = ['Eleven days', 'Three days'].map((line) => ({ title: 'Month', lines: [line] }));
/** A block of each form. */
export const blocks: Content['pages'][number]['blocks'] = [
  { text: 'A **bold** [link](/about) <b>tag</b>' },
  { picture: { picture, caption: 'The quay' } },
  ...(before && after ? [{ comparison: { title: 'Compared', sentence: 'Twice.', before, after } }] : []),
  { figures: [{ value: '3 days', text: 'to close' }] },
  { steps: { title: 'Way', items: [titled] } },
  { quotation: { text: 'Nobody rang.', name: 'Ada', role: 'Head', source: 'secret', consent: '2026-01-01' } },
  { questions: [{ question: 'Whose is it?', answer: 'Yours.' }] },
  { callToAction: { ...titled, label: 'Write', to: '/contact', subject: 'Month end' } },
];
const described = { title: 'A month in three days', description: 'Which it answers.', lead: 'One ledger.' };
const opening = { date: '2026-11-02', drawing: 'cantilever', picture } as const;
/** A case study with all that a page of blocks may have. */
export const sampleBlockPage = { slug: 'month', ...opening, blocks, ...described };
