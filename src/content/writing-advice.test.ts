import { expect, it } from 'vitest';
import { type FieldPath, setField } from './merge-content.ts';
import { releaseFiles } from './release-files.ts';
import { findWritingAdvice } from './writing-advice.ts';

const file = 'news/spring.yaml';
const paths = {
  text: ['blocks', 0, 'text'],
  lead: ['lead'],
  label: ['blocks', 1, 'callToAction', 'label'],
  alt: ['blocks', 2, 'picture', 'picture', 'alt'],
} satisfies Record<string, FieldPath>;
const caption = 'The new quay at Leith, seen from the north';
const page = {
  title: 'Spring',
  lead: '',
  blocks: [{ text: '' }, { callToAction: {} }, { picture: { picture: {}, caption } }],
};

function advise(field: keyof typeof paths, text: string) {
  const files = setField({ [file]: page }, { file, path: paths[field] }, text);
  return findWritingAdvice(file, files[file], releaseFiles);
}

const words = (count: number) => Array.from({ length: count }, () => 'sea').join(' ');
const heavy = 'Organisational transformation programmes necessitate comprehensive stakeholder communication';

const planted: readonly [rule: string, field: keyof typeof paths, ...texts: string[]][] = [
  ['empty link', 'label', 'Here', 'Click here', 'Read more', 'Learn more…', 'More', 'Find out more', 'This page'],
  ['empty link', 'text', 'Prices are [here](/contact).', 'See [this link](/about).', '[Read **more**](/about)'],
  ['bare address', 'text', 'See https://bridges.example/a?b=c for it.', 'It is at www.bridges.example now.'],
  ['bare address', 'lead', 'Read it at https://bridges.example.', 'At http://bridges.example/'],
  [
    'file name',
    'alt',
    'IMG_2041.jpg',
    'DSC00231',
    'quay-at-night.png',
    'Screenshot 2026-03-01',
    'quay_final_v2',
    '20260301',
  ],
  ['repeated caption', 'alt', caption, 'the new quay at Leith', `${caption}.`],
  ['skipped heading', 'text', '### Third\n\nText', 'Text.\n\n### Third\n\n## Second'],
  ['long sentence', 'lead', `${words(31)}.`, `Short. ${words(40)}`],
  ['long sentence', 'text', `Short.\n\n- ${words(31)}\n- Two`],
  [
    'hard to read',
    'text',
    `${heavy}. ${heavy} ${heavy.toLowerCase()}. ${heavy}.`,
    `## Title\n\n${`${heavy}. `.repeat(4)}`,
  ],
  ['misspelt name', 'lead', 'We at avonspan build.', 'AvonSpan builds.', 'Avon Span builds.', 'Dynamics365 is ours.'],
  ['misspelt name', 'text', 'With **ship guru**.', 'With Ship-Guru.', 'LIS 365 and more.', 'A Bartender connector.'],
  ['misspelt name', 'label', 'Try PowerBI', 'Ask about Powerplatform'],
];

it('of forty planted faults at least thirty-six are found, each by its own rule', () => {
  const faults = planted.flatMap(([rule, field, ...texts]) => texts.map((text) => [rule, field, text] as const));
  const missed = faults.filter(([rule, field, text]) => !advise(field, text).some((advice) => advice.rule === rule));
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(missed).toEqual([]);
});

it.each<[keyof typeof paths, string]>([
  ['label', 'Read more about SAP'],
  ['text', 'Write to [hello@avonspan.example](mailto:hello@avonspan.example), or see [prices](/contact).'],
  ['text', '## Second\n\n### Third\n\nA medicine delivery app, and an employee self-service.'],
  ['alt', 'Two cranes lift the deck of the new quay at Leith'],
  ['lead', `${words(30)}. ${words(30)}!`],
  ['lead', 'Power Platform apps, {name}, S/4HANA.'],
])('nothing is said about the %s “%s”', (field, text) => expect(advise(field, text)).toEqual([]));

it('nothing is said about any text that the site came with', () => {
  const advice = Object.entries(releaseFiles).flatMap(([name, value]) => findWritingAdvice(name, value, releaseFiles));
  expect(advice).toEqual([]);
});
