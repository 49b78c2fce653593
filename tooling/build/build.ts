import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { exitOnFailure } from '../../src/start/run-application.ts';
import { buildStampFile, hashBuildInputs } from './build-inputs.ts';
import { readLastChanges } from './last-changes.ts';
import { newBuildDirectory } from './new-build.ts';

const steps = [
  'tooling/check/check-content.ts',
  'tooling/build/subset-fonts.ts',
  'node_modules/vite/bin/vite.js build --app',
  'tooling/build/finish-build.ts',
  'tooling/build/build-server.ts',
];
const replacedBuild = '.build.replaced';

const onlyIfStale = process.argv.includes('--if-stale');
await exitOnFailure(async () => {
  // Read before the first step: a change during the build makes it stale. The version of Node that renders and the
  // dates in the sitemap are inputs too.
  const inputs = JSON.stringify({ node: process.version, changes: readLastChanges('.'), files: hashBuildInputs('.') });
  const stampFile = `build/${buildStampFile}`;
  if (!onlyIfStale || !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== inputs) build(inputs);
});

function build(inputs: string): void {
  if (onlyIfStale) console.error('Building the site…');
  remove(newBuildDirectory);
  mkdirSync(newBuildDirectory);
  for (const step of steps) run(step);
  writeFileSync(`${newBuildDirectory}/${buildStampFile}`, inputs);
  replaceBuild();
}

/** Replaces the previous build. A step that fails before this leaves it intact: a server may be reading it. */
function replaceBuild(): void {
  remove(replacedBuild);
  if (existsSync('build')) renameSync('build', replacedBuild);
  renameSync(newBuildDirectory, 'build');
  remove(replacedBuild);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function run(step: string): void {
  // The function that strips types warns that it is experimental; Node's own stripping does not.
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...step.split(' ')], {
    stdio: ['inherit', onlyIfStale ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
