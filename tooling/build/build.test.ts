import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../src/database/testing/temporary-sqlite.ts';
import { hashBuildInputs } from './build-inputs.ts';

test('what the build is made of makes it stale, until it is taken back; tests and the dictionary do not', () => {
  const project = createTemporaryDirectory();
  for (const file of Object.keys(hashBuildInputs('.'))) cpSync(file, join(project, file));
  const before = hashBuildInputs(project);
  const isStaleBy = (file: string) => {
    writeFileSync(join(project, file), 'changed');
    const isStale = JSON.stringify(hashBuildInputs(project)) !== JSON.stringify(before);
    if (file in before) cpSync(file, join(project, file));
    else rmSync(join(project, file));
    return isStale;
  };
  const parts =
    `src/server/page-handler.ts src/enquiries/response-target.ts src/commands/admin.ts src/site/pages/about.tsx package-lock.json
    src/site/styles/tokens.css content/about.yaml content/services/another.yaml vite.config.ts
    tooling/build/parse-stylesheet.ts src/site/contact/another.island.tsx`.split(/\s+/);
  expect(parts.filter((file) => !isStaleBy(file))).toEqual([]);
  const others = ['src/server/page-handler.test.ts', 'src/site/contact/another.test.tsx', 'content/dictionary.txt'];
  expect(others.filter(isStaleBy)).toEqual([]);
  expect(hashBuildInputs(project)).toEqual(before);
});

test('every folder either counts, or is known to be of no build', () => {
  const files = execFileSync('git', ['ls-files', '*/*'], { encoding: 'utf8' }).trim().split('\n');
  const counted = Object.keys(hashBuildInputs('.')).filter((file) => file.includes('/'));
  const foldersOf = (paths: readonly string[]) => new Set(paths.map((path) => path.replace(/\/.*/, '')));
  const others = ['.ci', '.github', 'deploy', 'docs', 'e2e'];
  expect(foldersOf(files)).toEqual(new Set([...foldersOf(counted), ...others]));
});
