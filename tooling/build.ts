import '../server/environment.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readConfig } from '../server/config.ts';

const stampFile = 'build/.inputs';
const inputs = [
  'app/**/*',
  'content/**/*',
  'public/**/*',
  'tooling/*',
  'server/config.ts',
  'server/http/defer-hydration.ts',
  'enquiries/enquiry.ts',
  'package-lock.json',
  '*.config.ts',
  'tsconfig.json',
];
const onlyIfStale = process.argv.includes('--if-stale');

const fingerprint = fingerprintInputs();
if (!(onlyIfStale && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint)) {
  if (onlyIfStale) console.error('Building the site…');
  rmSync('build', { recursive: true, force: true });
  run('tooling/check-content.ts');
  run('tooling/subset-fonts.ts');
  run('node_modules/@react-router/dev/bin.cjs', 'build');
  run('tooling/finish-build.ts');
  writeFileSync(stampFile, fingerprint);
}

/** What the pages are made from: every source file, and the settings that are baked into them. */
function fingerprintInputs(): string {
  const { siteUrl, supabaseUrl, supabaseAnonKey } = readConfig(process.env);
  const hash = createHash('sha256').update(
    JSON.stringify({ siteUrl, supabaseUrl, supabaseAnonKey, node: process.version }),
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
