import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readInputs } from './inputs.ts';

const project = mkdtempSync(join(tmpdir(), 'project-'));
for (const file of Object.keys(readInputs('.'))) cpSync(file, join(project, file));
const inputs = () => readInputs(project);
const before = inputs();
afterAll(() => rmSync(project, { recursive: true }));

test.each([
  ['a module of the server', 'server/form-key.ts'],
  ['a module of the core', 'enquiries/core/promise.ts'],
  ['a module of the operator’s command', 'commands/admin.ts'],
  ['a page', 'site/pages/about.tsx'],
  ['a stylesheet that another one imports', 'site/styles/tokens.css'],
  ['a file of the content', 'content/about.yaml'],
  ['the dictionary', 'content/dictionary.txt'],
  ['the configuration of Vite', 'vite.config.ts'],
  ['a step of the build', 'tooling/build/read-stylesheet.ts'],
  ['the lock file', 'package-lock.json'],
  ['nothing but a new file of the content', 'content/services/another.yaml'],
  ['nothing but a new island', 'site/contact/another.island.tsx'],
])('a change of %s makes the build stale, until it is taken back', (_what, file) => {
  writeFileSync(join(project, file), 'changed');
  expect(inputs()).not.toEqual(before);
  if (file in before) cpSync(file, join(project, file));
  else rmSync(join(project, file));
  expect(inputs()).toEqual(before);
});

test.each(['server/form-key.test.ts', 'site/contact/another.test.tsx'])('a test does not: %s', (file) => {
  writeFileSync(join(project, file), '');
  expect(inputs()).toEqual(before);
});

test('every folder either counts, or is known to be of no build', () => {
  const files = execFileSync('git', ['ls-files', '*/*'], { encoding: 'utf8' }).trim().split('\n');
  const counted = Object.keys(before).filter((file) => file.includes('/'));
  const foldersOf = (paths: readonly string[]) => new Set(paths.map((path) => path.replace(/\/.*/, '')));
  const others = ['.ci', '.github', 'bench', 'deploy', 'docs', 'e2e'];
  expect(foldersOf(files)).toEqual(new Set([...foldersOf(counted), ...others]));
});
