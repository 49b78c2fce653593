import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every image of Debian for servers has beyond the smallest system. curl is in some of them and not in others: so not here. */
const base = 'systemd,systemd-sysv,dbus,iproute2,ca-certificates,nano,procps,cron';

const sources = `deb http://deb.debian.org/debian bookworm main
deb http://deb.debian.org/debian bookworm-updates main
deb http://deb.debian.org/debian-security bookworm-security main
`;

/**
 * Puts an empty Debian 12 into a new folder.
 * @param packages lie in its apt as if fetched just now: `apt-get install` finds them, and what they need, without a network
 */
export function unpackDebian(root: string, packages: readonly string[]): void {
  // One of this month, for a second run: later the mirror has other packages.
  const made = [base, sources, ...packages, new Date().toISOString().slice(0, 7)].join('\n');
  const kept = join(tmpdir(), `debian-${hash('sha256', made).slice(0, 12)}.tar`);
  if (!existsSync(kept)) fetchDebian(packages, kept);
  mkdirSync(root);
  run('tar', '-xpf', kept, '-C', root, '--numeric-owner');
  // The kept one was a temporary folder, which is for its owner alone; the root of a system is for everybody.
  chmodSync(root, 0o755);
}

function fetchDebian(packages: readonly string[], to: string): void {
  console.log('Fetching Debian 12…');
  const root = mkdtempSync(join(tmpdir(), 'debian-new-'));
  try {
    run('debootstrap', '--variant=minbase', `--include=${base}`, 'bookworm', root, 'http://deb.debian.org/debian');
    writeFileSync(join(root, 'etc/apt/sources.list'), sources);
    run('cp', '/etc/resolv.conf', join(root, 'etc/resolv.conf'));
    run('chroot', root, 'apt-get', 'update', '-qq');
    run('chroot', root, 'apt-get', 'upgrade', '-qq', '--yes');
    run('chroot', root, 'apt-get', 'install', '-qq', '--yes', '--download-only', ...packages);
    writeFileSync(join(root, 'etc/resolv.conf'), '');
    run('tar', '-cpf', `${to}.part`, '-C', root, '--numeric-owner', '.');
    renameSync(`${to}.part`, to);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function run(program: string, ...options: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', LC_ALL: 'C.UTF-8' };
  execFileSync(program, options, { stdio: ['ignore', 'ignore', 'inherit'], env });
}
