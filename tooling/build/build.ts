import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { orExplain } from '../../start/run.ts';
import { lastChanges } from './last-changes.ts';
import { type Inputs, inputsIn, readRecord } from './what-was-read.ts';

/** Each is a process of its own that records what it reads; a page of the site is made of all that the first four have read. */
const steps = [
  'tooling/check/check-content.ts',
  'tooling/build/subset-fonts.ts',
  'tooling/build/build-pages.ts',
  'tooling/build/finish-build.ts',
  'tooling/build/build-server.ts',
];
/** Written last: without it, the build is not complete. */
const stamp = 'build/made-from.json';
const record = 'build/reads.txt';

const onlyIfStale = process.argv.includes('--if-stale');
await orExplain(async () => {
  if (!onlyIfStale || isStale()) build();
});

function isStale(): boolean {
  if (!existsSync(stamp)) return true;
  const text = readFileSync(stamp, 'utf8');
  const { files, patterns } = JSON.parse(text) as Inputs;
  return text !== stampOf(inputsIn('.', Object.keys(files), Object.keys(patterns)));
}

function build(): void {
  if (onlyIfStale) console.error('Building the site…');
  const began = Date.now();
  rmSync('build', { recursive: true, force: true });
  mkdirSync('build');
  writeFileSync(record, 'files package-lock.json\nfiles tooling/build/build.ts\n');
  for (const step of steps) run(step);
  writeFileSync(stamp, stampOf(readRecord(record, began)));
  rmSync(record);
}

/** With what else decides: the Node that renders, and the dates that stand in the sitemap. */
function stampOf(inputs: Inputs): string {
  return JSON.stringify({ node: process.version, changes: lastChanges('.'), ...inputs });
}

function run(step: string): void {
  // Stripping types is experimental only as a function; Node strips them by itself without a warning.
  const options = ['--disable-warning=ExperimentalWarning', '--import', './tooling/build/record-reads.ts'];
  const { status } = spawnSync(process.execPath, [...options, step], {
    stdio: ['inherit', onlyIfStale ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', READS: record },
  });
  if (status !== 0) process.exit(status ?? 1);
}
