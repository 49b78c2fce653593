import '../server/environment.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readConfig } from '../server/config.ts';
import { lastChanges } from './last-changes.ts';

interface Part {
  /** Keeps what the part was made from. */
  stamp: string;
  inputs: readonly string[];
  make(fingerprint: string): void;
}

const pages: Part = {
  stamp: 'build/.inputs',
  inputs: [
    'app/**/*',
    'content/**/*',
    'public/**/*',
    'tooling/*',
    'server/config.ts',
    'enquiries/enquiry.ts',
    'package-lock.json',
    '*.config.ts',
    'tsconfig.json',
  ],
  make(fingerprint) {
    if (onlyIfStale) console.error('Building the site…');
    rmSync('build', { recursive: true, force: true });
    run('tooling/check-content.ts');
    run('tooling/subset-fonts.ts');
    // The pages carry a mark of their build: a browser does not mix those of two.
    process.env['BUILD'] = fingerprint.slice(0, 8);
    run('node_modules/@react-router/dev/bin.cjs', 'build');
    run('tooling/finish-build.ts');
  },
};

const server: Part = {
  stamp: 'build/node/.inputs',
  inputs: ['server/**/*.ts', 'enquiries/**/*.ts', 'content/**/*.ts', 'tooling/build-server.ts', 'package-lock.json'],
  // Only the function is called experimental; Node strips types by itself without a warning.
  make: () => run('--disable-warning=ExperimentalWarning', 'tooling/build-server.ts'),
};

const onlyIfStale = process.argv.includes('--if-stale');
// In this order: the pages are built into an empty folder.
for (const part of [pages, server]) build(part);

function build({ stamp, inputs, make }: Part): void {
  const fingerprint = fingerprintOf(inputs);
  if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  make(fingerprint);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** What a part is made from: source files, and the settings and dates that are baked into the pages. */
function fingerprintOf(inputs: readonly string[]): string {
  const { siteUrl, supabaseUrl, supabaseAnonKey } = readConfig(process.env);
  const hash = createHash('sha256').update(
    JSON.stringify({ siteUrl, supabaseUrl, supabaseAnonKey, node: process.version, changes: lastChanges('.') }),
  );
  const files = inputs.flatMap((pattern) => globSync(pattern)).filter((file) => !file.includes('generated'));
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
