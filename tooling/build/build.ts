import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { orExplain } from '../../start/run.ts';
import { lastChanges } from './last-changes.ts';

interface Part {
  /** Where it is kept. */
  directory: string;
  inputs: readonly string[];
  make(fingerprint: string): void;
}

const pages: Part = {
  directory: 'build',
  inputs: [
    '{content,office,site}/**/*',
    '{enquiries,process,server,start}/**/*.ts',
    'tooling/{build,check}/**/*',
    'package-lock.json',
    '*.config.ts',
    'tsconfig.json',
  ],
  make(fingerprint) {
    if (onlyIfStale) console.error('Building the site…');
    rmSync('build', { recursive: true, force: true });
    run('tooling/check/check-content.ts');
    run('tooling/build/subset-fonts.ts');
    // The pages carry a mark of their build: a browser does not mix those of two.
    process.env['BUILD'] = fingerprint.slice(0, 8);
    run('node_modules/vite/bin/vite.js', 'build', '--app');
    run('tooling/build/finish-build.ts');
  },
};

const server: Part = {
  directory: 'build/node',
  inputs: [
    '{commands,enquiries,office,process,server,start}/**/*.ts',
    'content/**/*',
    'tooling/build/build-server.ts',
    'tooling/build/imported-names.ts',
    'package-lock.json',
  ],
  // Only the function is called experimental; Node strips types by itself without a warning.
  make: () => run('--disable-warning=ExperimentalWarning', 'tooling/build/build-server.ts'),
};

const onlyIfStale = process.argv.includes('--if-stale');
// In this order: the pages are built into an empty folder.
await orExplain(async () => {
  for (const part of [pages, server]) build(part);
});

function build({ directory, inputs, make }: Part): void {
  const fingerprint = fingerprintOf(inputs);
  // Written last: without it, the build is not complete.
  const stamp = join(directory, 'made-from.txt');
  if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  make(fingerprint);
  writeFileSync(stamp, fingerprint);
}

/** Of what a part is made from: source files, and the dates that stand in the sitemap. */
function fingerprintOf(inputs: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify({ node: process.version, changes: lastChanges('.') }));
  const files = inputs
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !/generated|\.test\.|\/testing\//.test(file));
  for (const file of files.sort()) {
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function run(...arguments_: string[]): void {
  const { status } = spawnSync(process.execPath, arguments_, {
    stdio: ['inherit', onlyIfStale ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}
