import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isBuildStale } from '../build/build-inputs.ts';
import { findNearestTests, readImporters } from './nearest-tests.ts';

// Checks what changed since the last commit, within half a minute: layout, content, types, documents, nearest unit tests.
const maxTestFiles = 15;

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).match(/.+/g) ?? [];
const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
const present = changed.filter((file) => existsSync(file));
const importers = readImporters();
const testsOfBuild = isBuildStale('.') ? findNearestTests(['src/start/testing/fresh-build.ts'], importers) : [];
const tests = findNearestTests(changed, importers).filter((file) => existsSync(file) && !testsOfBuild.includes(file));
const testsToRun = tests.slice(0, maxTestFiles);

const commands: (readonly string[] | false)[] = [
  present.length > 0 && ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...present],
  ['tsc', '--noEmit'],
  changed.some((file) => /^(?:src\/)?content\//.test(file)) && ['node', 'tooling/check/check-content.ts', '--spelling'],
  changed.some((file) => file.endsWith('.md')) && ['node', 'tooling/check/check-documents.ts'],
  // A test that says PostgreSQL in its name has the same lines for SQLite: it can wait for `npm test`.
  testsToRun.length > 0 && ['vitest', 'run', '--project=unit', '--testNamePattern=^(?!.*PostgreSQL)', ...testsToRun],
];
const failed = commands.filter((command) => {
  if (!command) return false;
  const [program = '', ...args] = command;
  return spawnSync(program, args, { stdio: 'inherit' }).status !== 0;
});

console.log(`\n${changed.length} changed files, ${testsToRun.length} files of tests`);
if (tests.length > testsToRun.length) console.log(`${tests.length - testsToRun.length} more use them: npm test`);
if (testsOfBuild.length > 0)
  console.log('Tests of the build are left out, since it is older than the sources: npm run build');
for (const command of failed) console.error(`Failed: ${(command || []).slice(0, 3).join(' ')} …`);
process.exit(failed.length === 0 ? 0 : 1);
