import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Packages beyond a minimal system that every Debian server image has. Only some have curl, so it is left out. */
const base = 'systemd,systemd-sysv,dbus,iproute2,ca-certificates,nano,procps,cron';

/** Codenames of Debian's releases, as mirrors use them. */
const codenames = { 12: 'bookworm', 13: 'trixie' } as const;

/** Version of Debian that the guide is tested on. */
export type DebianVersion = keyof typeof codenames;
/** Those versions, the oldest first. */
export const debianVersions: readonly DebianVersion[] = [12, 13];

/** Packs an empty Debian $codename into the file $0, with the packages $@ and their dependencies in apt's cache. */
const fetchDebian = `
root=$(mktemp --directory)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
debootstrap --variant=minbase --include=${base} "$codename" "$root" http://deb.debian.org/debian
cat > "$root/etc/apt/sources.list" <<end
deb http://deb.debian.org/debian $codename main
deb http://deb.debian.org/debian $codename-updates main
deb http://deb.debian.org/debian-security $codename-security main
end
cp /etc/resolv.conf "$root/etc/resolv.conf"
chroot "$root" apt-get update -qq
chroot "$root" apt-get upgrade -qq --yes
chroot "$root" apt-get install -qq --yes --download-only "$@"
: > "$root/etc/resolv.conf"
tar -cpf "$0.part" -C "$root" --numeric-owner .
mv "$0.part" "$0"`;

/**
 * Unpacks an empty Debian into a new folder.
 * @param packages installed there by apt-get, without a network
 */
export function unpackDebian(version: DebianVersion, targetDirectory: string, packages: readonly string[]): void {
  // Cached for the current month: later the mirror has other packages.
  const codename = codenames[version];
  const cacheKey = [fetchDebian, codename, ...packages, new Date().toISOString().slice(0, 7)].join('\n');
  const cachedArchive = join(tmpdir(), `debian-${hash('sha256', cacheKey).slice(0, 12)}.tar`);
  if (!existsSync(cachedArchive)) {
    console.log(`Fetching Debian ${version}…`);
    const quiet = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', LC_ALL: 'C.UTF-8', TMPDIR: '/tmp' };
    const env = { ...process.env, ...quiet, codename };
    execFileSync('sh', ['-euc', fetchDebian, cachedArchive, ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    });
  }
  mkdirSync(targetDirectory);
  execFileSync('tar', ['-xpf', cachedArchive, '-C', targetDirectory, '--numeric-owner']);
}
