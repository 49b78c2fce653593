import { expect, it } from 'vitest';
import { adaptContentToRelease } from './adapt-content.ts';
import { findSchemaIssues } from './validate-content.ts';
import { getField, type FieldPath, setField } from './merge-content.ts';
import { footer } from './release-content.ts';
import { releaseFiles as released } from './release-files.ts';

const without = (file: string, ...path: FieldPath) => setField(released, { file, path }, undefined);

it('content that lacks nothing stays as it is, to the order of its fields', () =>
  expect(JSON.stringify(adaptContentToRelease(released, released))).toBe(JSON.stringify(released)));

it.each<[file: string, path: FieldPath]>([
  ['home.yaml', []],
  ['home.yaml', ['hero', 'action', 'label']],
  ['services/mobility.yaml', ['seo', 'title']],
])('what is required and lacks comes from the release: %s %j', (file, path) =>
  expect(adaptContentToRelease(without(file, ...path), released)).toEqual(released),
);

it.each<[what: string, file: string, path: FieldPath]>([
  ['a service that was taken out', 'services/mobility.yaml', []],
  ['an entry of a list', 'navigation.yaml', ['links', 1]],
  ['a field of an entry', 'navigation.yaml', ['links', 1, 'label']],
  ['a field that may be left out', 'products/shipguru.yaml', ['page']],
])('%s does not come back', (_what, file, path) =>
  expect(adaptContentToRelease(without(file, ...path), released)).toEqual(without(file, ...path)),
);

it('a footer that was published before its entries named their pages takes those of the release', () => {
  const place = { file: 'footer.yaml', path: ['company', 'items'] };
  const adapt = (items: object[]) => getField(adaptContentToRelease(setField(released, place, items), released), place);
  const named = footer.company.items.find(({ page }) => page);
  const { label = '', page } = named ?? {};
  expect(adapt([{ label }, { label: 'Our Team' }])).toEqual([{ label, page }, { label: 'Our Team' }]);
  const own = [{ label, href: 'https://blog.example.com' }];
  expect(adapt(own)).toEqual(own);
});

it.each([
  [
    ['List', 'Plan'],
    [undefined, 'List', 'Plan'],
  ],
  [
    ['List', 'Plan', 'Report', 'System'],
    ['List; Plan', 'Report', 'System'],
  ],
])('what the buyer keeps, published as a list %j, is kept at the last steps', (deliverables, expected) => {
  const file = 'services/sap.yaml';
  const steps = ['Measure', 'Choose', 'Move'].map((title) => ({ title, text: title }));
  const withSteps = setField(released, { file, path: ['steps'] }, steps);
  const adapted = adaptContentToRelease(setField(withSteps, { file, path: ['deliverables'] }, deliverables), released);
  expect(getField(adapted, { file, path: ['steps'] })).toEqual(
    steps.map((step, index) => (expected[index] === undefined ? step : { ...step, keep: expected[index] })),
  );
});

it('a step may still be called what could be published, though it stands on a plate now', () =>
  expect(
    findSchemaIssues(
      setField(released, { file: 'services/sap.yaml', path: ['steps', 0, 'title'] }, 'step '.repeat(16).trim()),
    ),
  ).toEqual([]));

it.each<[file: string, path: FieldPath]>([
  ['notes/old.yaml', []],
  ['home.yaml', ['shade']],
  ['navigation.yaml', ['links', 0, 'shade']],
])('what no schema has falls away: %s %j', (file, path) =>
  expect(adaptContentToRelease(setField(released, { file, path }, 'red'), released)).toEqual(released),
);

it('entries that are more than fit now fall away from the end of a list', () => {
  const place = { file: 'services/sap.yaml', path: ['related'] };
  const ways = getField(released, place) as object[];
  const longer = setField(released, place, [...ways, ...ways]);
  expect(findSchemaIssues(longer)).toHaveLength(1);
  expect(adaptContentToRelease(longer, released)).toEqual(released);
});
