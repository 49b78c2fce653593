import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

test('every shell reads the npm scripts alike', () => {
  // Words, and && between commands: no quotes, variables, globs, redirections or assignments.
  const word = String.raw`(?!\w+=)[\w./:@=-]+`;
  const alike = new RegExp(`^${word}(?: (?:&& )?${word})*$`);
  expect(Object.values(scripts).filter((command) => !alike.test(command))).toEqual([]);
});

test('no file has a name that Windows refuses, or that differs from another in upper and lower case alone', () => {
  const refused = /[<>:"|?*\\]|[. ]$|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;
  expect(files.filter((file) => refused.test(file))).toEqual([]);
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
});
