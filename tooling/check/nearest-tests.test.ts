import { expect, it } from 'vitest';
import { findNearestTests, readImporters } from './nearest-tests.ts';

it('runs a changed test itself, then the tests of a file, then those of files that use it; none of the system', () => {
  const importers = new Map([
    ['a.ts', ['b.ts', 'a.test.ts', 'a.system.test.ts']],
    ['b.ts', ['b.test.tsx', 'a.ts']],
  ]);
  expect(findNearestTests(['c.test.ts', 'a.ts', 'd.css'], importers)).toEqual(['c.test.ts', 'a.test.ts', 'b.test.tsx']);
});

it('finds the tests of this tree, also of a content file', () => {
  const importers = readImporters();
  expect(findNearestTests(['tooling/check/nearest-tests.ts'], importers)).toEqual([
    'tooling/check/nearest-tests.test.ts',
  ]);
  expect(findNearestTests(['content/about.yaml'], importers)).toContain('src/content/specification.test.ts');
});
