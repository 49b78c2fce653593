import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const isCode = (file: string) => /^[a-z]+\/.*\.(?:tsx?|mjs)$/.test(file);

test.each(Object.entries(scripts))('every shell reads the npm script "%s" alike', (_name, command) => {
  // Words, and && between commands: no quotes, variables, patterns, redirections or assignments.
  const word = String.raw`(?!\w+=)[\w./:@=-]+`;
  expect(command).toMatch(new RegExp(`^${word}(?: (?:&& )?${word})*$`));
});

test('no source takes the path of a URL for that of a file, or imports a file by its path', () => {
  // On Windows `new URL(…).pathname` is `/C:/…`, and `import('C:\…')` is refused.
  const mistaken = /import\.meta\.url\)\.[p]athname|\bimport\((?:join|resolve)\(/;
  expect(files.filter((file) => isCode(file) && mistaken.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('no two files differ in upper and lower case alone', () =>
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length));

test('no file has a name that Windows refuses', () => {
  const refused = /[<>:"|?*\\]|[. ]$|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;
  expect(files.filter((file) => refused.test(file))).toEqual([]);
});
