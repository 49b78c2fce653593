import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
])('a change of %s makes the build stale', (_what, file) => {
  const text = readFileSync(join(project, file), 'utf8');
  writeFileSync(join(project, file), `${text}\n`);
  expect(inputs()).not.toEqual(before);
  writeFileSync(join(project, file), text);
  expect(inputs()).toEqual(before);
});

test.each(['content/services/another.yaml', 'site/contact/another.island.tsx'])(
  '%s makes it stale when it is added, and when it goes',
  (file) => {
    writeFileSync(join(project, file), '');
    expect(inputs()).not.toEqual(before);
    rmSync(join(project, file));
    expect(inputs()).toEqual(before);
  },
);

test('a test does not', () => {
  writeFileSync(join(project, 'server/form-key.test.ts'), '');
  writeFileSync(join(project, 'site/contact/another.test.tsx'), '');
  expect(inputs()).toEqual(before);
});

test('every folder either counts, or is known to be of no build', () => {
  const files = execFileSync('git', ['ls-files', '*/*'], { encoding: 'utf8' }).trim().split('\n');
  const counted = Object.keys(before).filter((file) => file.includes('/'));
  const foldersOf = (paths: readonly string[]) => new Set(paths.map((path) => path.replace(/\/.*/, '')));
  expect(foldersOf(files)).toEqual(
    new Set([...foldersOf(counted), '.ci', '.github', 'bench', 'deploy', 'docs', 'e2e']),
  );
});
