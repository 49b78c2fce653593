import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedNames } from '../build/imported-names.ts';

const document = readFileSync('docs/architecture.md', 'utf8');

/** The modules of the house that a module imports, types left out: a page or an enquiry does not cross those. */
function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(/^(?:import|export) type [^;=]+ from '[^']+';/gm, '');
  return importedNames(file, code).flatMap((name) => (name.startsWith('.') ? join(dirname(file), name) : []));
}

describe.each([
  ['A page, from its words to the paint', 41],
  ['An enquiry, from the form to the mail', 30],
])('%s', (heading, most) => {
  // The files that the section names in backquotes, once each.
  const [, section = ''] = document.split(`### ${heading}\n`);
  const [way = ''] = section.split(/^#/m, 1);
  const listed = [...new Set(Array.from(way.matchAll(/`([\w./-]+\.\w+)`/g), ([, file = '']) => file))];

  it(`crosses at most ${most} files, all of which there are`, () => {
    expect(listed.filter((file) => !existsSync(file))).toEqual([]);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.length).toBeLessThanOrEqual(most);
  });

  it('names no module that has nothing to do with the others, by an import or by what start/ puts together', () => {
    const modules = listed.filter((file) => /^\w+\/.*\.tsx?$/.test(file));
    const imports = modules.map((file) => [file, ...importsOf(file)]);
    const composed = globSync('start/*.ts').map(importsOf);
    const groups = [...imports, ...composed].map((group) => group.filter((file) => modules.includes(file)));
    const tied = new Set(groups.filter((group) => group.length > 1).flat());
    expect(modules.filter((file) => !tied.has(file))).toEqual([]);
  });
});
