import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { debianVersions, unpackDebian } from './debian-root.ts';

/**
 * Runs docs/deploy.md, command by command, on an empty Debian 12 and then 13, each with its own systemd, and checks
 * after each section that its promises hold. On Linux, as root. Builds the release, unless one is given.
 *   node tooling/deploy-guide/test-deploy-guide.ts [--release <file>] [--debian 12]
 */
const { values: options } = parseArgs({ options: { release: { type: 'string' }, debian: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'deploy-guide-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (!options.release) run(process.execPath, 'tooling/build/release.ts', '--to', folder);
const [release = ''] = options.release ? [options.release] : globSync(`${folder}/*.tar.gz`);
// No network once unpacked. Every process in these namespaces ends with the first one.
const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
for (const debian of debianVersions) {
  if (options.debian !== undefined && options.debian !== String(debian)) continue;
  const server = join(folder, String(debian));
  mkdirSync(server);
  unpackDebian(debian, join(server, 'root'), ['curl', 'nginx', 'certbot']);
  run('unshare', ...apart, process.execPath, 'tooling/deploy-guide/run-deploy-guide.ts', server, release);
}

/** Runs a program, which prints its own error if it fails. */
function run(program: string, ...options: string[]): void {
  const { status } = spawnSync(program, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
