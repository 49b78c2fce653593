import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { explainFailures } from '../../start/run.ts';
import { readInputs } from './inputs.ts';
import { readLastChanges } from './last-changes.ts';
import { newBuild } from './new-build.ts';

const steps = [
  'tooling/check/check-content.ts',
  'tooling/build/subset-fonts.ts',
  'node_modules/vite/bin/vite.js build --app',
  'tooling/build/finish-build.ts',
  'tooling/build/build-server.ts',
];
/** Written last: without it, the build is not complete. */
const stamp = 'made-from.json';
const replacedBuild = '.build.replaced';

const onlyIfStale = process.argv.includes('--if-stale');
await explainFailures(async () => {
  // As it is before the first step: what is changed meanwhile makes the build stale. The Node that renders decides too, and the
  // dates that stand in the sitemap.
  const madeFrom = JSON.stringify({ node: process.version, changes: readLastChanges('.'), files: readInputs('.') });
  const made = `build/${stamp}`;
  if (!onlyIfStale || !existsSync(made) || readFileSync(made, 'utf8') !== madeFrom) build(madeFrom);
});

function build(madeFrom: string): void {
  if (onlyIfStale) console.error('Building the site…');
  remove(newBuild);
  mkdirSync(newBuild);
  for (const step of steps) run(step);
  writeFileSync(`${newBuild}/${stamp}`, madeFrom);
  replaceBuild();
}

/** Until here a step that fails leaves the build before as it was, which a server may be reading. */
function replaceBuild(): void {
  remove(replacedBuild);
  if (existsSync('build')) renameSync('build', replacedBuild);
  renameSync(newBuild, 'build');
  remove(replacedBuild);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function run(step: string): void {
  // Stripping types is experimental only as a function; Node strips them by itself without a warning.
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...step.split(' ')], {
    stdio: ['inherit', onlyIfStale ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
