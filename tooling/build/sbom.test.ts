import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { productionPackages, readLock } from './production-packages.ts';

interface Bom {
  bomFormat: string;
  metadata: { component: { name: string; type: string } };
  components: { name: string; version: string; scope: string; licenses: unknown[]; hashes: unknown[] }[];
}

test('the bill of materials has every package of production, with licence and checksum, and no other', () => {
  const written = execFileSync(process.execPath, ['tooling/build/sbom.ts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { bomFormat, metadata, components } = JSON.parse(written) as Bom;
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ type: 'application' });

  const expected = [...productionPackages(readLock())].map(([place, { version }]) => {
    return `${place.replace(/^.*node_modules\//, '')}@${version}`;
  });
  const named = components.map(({ name, version }) => `${name}@${version}`);
  expect(new Set(named)).toEqual(new Set(expected));
  expect(components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).toEqual([]);
  expect(components.find(({ name }) => name === 'react')?.scope).toBe('required');
});
