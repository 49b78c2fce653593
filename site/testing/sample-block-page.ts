import type { Block, BlockPage } from '../../content/schema/block-page.ts';
import type { Picture } from '../../content/schema/picture.ts';

/** A fictitious picture, for tests only. */
export const samplePicture: Picture = {
  file: 'a1'.repeat(12),
  width: 3000,
  height: 2000,
  color: '#8a7f6b',
  focus: [80, 20],
  alt: 'Cranes',
  decorative: false,
  credit: '',
};

const step = { title: 'Count', text: 'We count.' };

/** A block of each form. */
export const sampleBlocks: Block[] = [
  { text: 'A **bold** [link](/about) <b>tag</b>\n\n- point' },
  { picture: { picture: samplePicture, caption: 'The quay' } },
  {
    comparison: {
      title: 'The month',
      sentence: 'Closed twice.',
      before: { title: 'Before', lines: ['Eleven days'] },
      after: { title: 'After', lines: ['Three days'] },
    },
  },
  { figures: [{ value: '3 days', text: 'to close' }] },
  { steps: { title: 'Way', items: [step, { ...step, title: 'Close' }] } },
  { quotation: { text: 'Nobody rang.', name: 'Ada', role: 'Head', source: 'secret', consent: '2026-01-01' } },
  { questions: [{ question: 'Whose is it?', answer: 'Yours.' }] },
  { callToAction: { title: 'Talk', text: 'To us.', label: 'Write', to: '/contact', subject: 'Month end' } },
];

/** Returns a fictitious page of blocks. */
export function createSampleBlockPage(changes: Partial<BlockPage> = {}) {
  const shown = { title: 'A month in three days', description: 'What the page answers.', lead: 'One ledger.' };
  return {
    slug: 'month',
    date: '2026-11-02',
    drawing: 'cantilever',
    blocks: sampleBlocks,
    ...shown,
    ...changes,
  } as const;
}
