import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { debianReleases, unpackDebian } from './debian-root.ts';

/**
 * Carries out docs/deploy.md, command by command, on an empty Debian 12, and then on an empty 13, with its own systemd, and looks after each section whether
 * what it promises is so. On Linux, as root.
 *   node tooling/carry-out/carry-out-deploy.ts [--release <file>] [--debian 12]
 * It makes the release itself, unless it gets one.
 */
const { values: options } = parseArgs({ options: { release: { type: 'string' }, debian: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'carry-out-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (!options.release) run(process.execPath, 'tooling/build/release.ts', '--to', folder);
const [release = ''] = options.release ? [options.release] : globSync(`${folder}/*.tar.gz`);
// Nothing comes from outside once it is unpacked. Whatever is started in these namespaces ends with the first process there.
const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
for (const debian of debianReleases) {
  if (options.debian !== undefined && options.debian !== String(debian)) continue;
  const server = join(folder, String(debian));
  mkdirSync(server);
  unpackDebian(debian, join(server, 'root'), ['curl', 'nginx', 'certbot']);
  run('unshare', ...apart, process.execPath, 'tooling/carry-out/carry-out-page.ts', server, release);
}

/** Where it fails, it has said why. */
function run(program: string, ...options: string[]): void {
  const { status } = spawnSync(program, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
