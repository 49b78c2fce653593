import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedNames } from '../build/imported-names.ts';

const document = readFileSync('docs/architecture.md', 'utf8');

/** Files that a section of the document names in backquotes, once each. */
function filesOf(heading: string): string[] {
  const [, section = ''] = document.split(`### ${heading}\n`);
  const [way = ''] = section.split(/^#/m, 1);
  return [...new Set([...way.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file = '']) => file))];
}

/** The modules of the house that a module imports, types left out: a page or an enquiry does not cross those. */
function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const code = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;=]+ from '[^']+';/gm, '');
  return importedNames(file, code).flatMap((name) => (name.startsWith('.') ? join(dirname(file), name) : []));
}

describe.each([
  ['A page, from its words to the paint', 40],
  ['An enquiry, from the form to the mail', 30],
])('%s', (heading, most) => {
  const listed = filesOf(heading);

  it(`crosses at most ${most} files, all of which there are`, () => {
    expect(listed.filter((file) => !existsSync(file))).toEqual([]);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.length).toBeLessThanOrEqual(most);
  });

  it('names no module that has nothing to do with the others, by an import or by what start/ puts together', () => {
    const composers = globSync('start/*.ts').map((file) => importsOf(file));
    const isTied = (file: string) =>
      listed.some((other) => importsOf(other).includes(file) || importsOf(file).includes(other)) ||
      composers.some((parts) => parts.includes(file) && parts.some((part) => part !== file && listed.includes(part)));
    expect(listed.filter((file) => /^\w+\/.*\.tsx?$/.test(file) && !isTied(file))).toEqual([]);
  });
});
