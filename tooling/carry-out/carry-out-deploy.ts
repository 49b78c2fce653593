import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unpackDebian } from './debian-root.ts';

/**
 * Carries out docs/deploy.md, command by command, on an empty Debian 12 with its own systemd, and looks after each section whether
 * what it promises is so. On Linux, as root.
 *   node tooling/carry-out/carry-out-deploy.ts [--release <file>]
 * It makes the release itself, unless it gets one.
 */
const { values: options } = parseArgs({ options: { release: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'carry-out-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (!options.release) run(process.execPath, 'tooling/build/release.ts', '--to', folder);
const [release = ''] = options.release ? [options.release] : globSync(`${folder}/*.tar.gz`);
unpackDebian(join(folder, 'root'), ['curl', 'nginx', 'certbot']);
// From here on nothing comes from outside. Whatever is started in these namespaces ends with the first process there.
const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
run('unshare', ...apart, process.execPath, 'tooling/carry-out/carry-out-page.ts', folder, release);

/** Where it fails, it has said why. */
function run(program: string, ...options: string[]): void {
  const { status } = spawnSync(program, options, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
