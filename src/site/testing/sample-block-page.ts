import type { Block, BlockName } from '../../content/schema/block-page.ts';

const file = { file: 'a1'.repeat(12), width: 3000, height: 2000, color: '#8a7f6b', focus: [50, 50] };
export const picture = { ...file, alt: 'Cranes', decorative: false, credit: 'By Ada' };
const titled = { title: 'Closing', text: 'We close.' };
const createSide = (line: string) => ({ title: 'Month', lines: [line] });

const forms: { [Name in BlockName]-?: NonNullable<Block[Name]> } = {
  text: '## Main\n\nA **bold** [link](/about) <b>tag</b>\n\n### [Out](https://other.example/)',
  picture: { picture, caption: 'The quay' },
  comparison: {
    title: 'Compared',
    sentence: 'Twice.',
    before: createSide('Eleven days'),
    after: createSide('Three days'),
  },
  figures: [{ value: '3 days', text: 'to close' }],
  steps: { title: 'Way', items: [titled] },
  quotation: { text: 'Nobody rang.', name: 'Ada', role: 'Head', source: 'secret', consent: '2026-01-01' },
  questions: [{ question: 'Whose is it?', answer: 'Yours.' }],
  callToAction: { ...titled, label: 'Write', to: '/contact', subject: 'Month end' },
};
/** A block of each form. */
export const blocks: Block[] = Object.entries(forms).map(([name, value]) => ({ [name]: value }));
const described = { title: 'A month in three days', description: 'Which it answers.', lead: 'One ledger.' };
const opening = { date: '2026-11-02', drawing: 'cantilever', picture } as const;
/** A case study with all that a page of blocks may have. */
export const sampleBlockPage = { slug: 'month', ...opening, blocks, ...described };
