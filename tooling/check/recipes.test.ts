import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const [, recipes = ''] = readFileSync('docs/architecture.md', 'utf8').split('\n## Where a change goes\n');
const each = recipes.split('\n### ').slice(1);
/** Names that a recipe invents. */
const examples = new Set(['budget']);
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

it('six commands at most lead from an empty server to https with mail, backup and a person in the office', () => {
  const [way = ''] = readFileSync('docs/deploy.md', 'utf8').split('\n## Watch it\n');
  const blocks = [...way.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);
  const commands = blocks
    .join('')
    .trim()
    .split(/\n|&&|;/);
  expect(commands.length).toBeLessThanOrEqual(6);
  expect(commands.at(-1)).toBe('website-admin setup');
});

it.each(each.map((text) => [text.split('\n', 1)[0] ?? '', text]))(
  'the recipe “%s” names what its files have',
  (_title, text) => {
    const named = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    const sources = ['.env.example', ...named.filter(isFile)].map((path) => readFileSync(path, 'utf8'));
    const names = named.filter((code) => /^-{0,2}[A-Za-z]\w+$/.test(code) && !examples.has(code));
    const lost = names.filter((name) => !sources.some((source) => source.includes(name)));
    expect(lost).toEqual([]);
  },
);
