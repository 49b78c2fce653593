import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** Root of the server's files; another folder in tests. */
export const serverRoot = process.env['WEBSITE_ROOT'] ?? '/';
/** Folder of the package, with a tree of dpkg's for its own version. `versions/` has those that can run. */
const packageFolder = join(serverRoot, 'usr/lib/website');
const versionsFolder = join(packageFolder, 'versions');
const currentLink = join(packageFolder, 'current');
const installedVersionCount = 3;

/** Returns the folder of an installed version. */
export function getVersionFolder(name: string): string {
  return join(versionsFolder, name);
}

/**
 * Installs the version that dpkg has unpacked, by hard links: dpkg removes its own files at the next upgrade, while the
 * old process still imports some. Other files of a version that is installed already get a name of their own: `1.0.0+1`.
 * @returns its name; null if there is no such version
 */
export function installUnpackedVersion(name: string): string | null {
  const isPresent = (folder: string) => existsSync(join(folder, 'server.js'));
  const unpackedFolder = join(packageFolder, name);
  if (!/^\d[\w.+~-]*$/.test(name)) return null;
  if (!isPresent(unpackedFolder)) return isPresent(getVersionFolder(name)) ? name : null;
  const readChecksums = (folder: string) => readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  for (let count = 0; ; count += 1) {
    const installedName = count === 0 ? name : `${name}+${count}`;
    const folder = getVersionFolder(installedName);
    if (!existsSync(folder)) linkFolder(unpackedFolder, folder);
    if (readChecksums(folder) === readChecksums(unpackedFolder)) return installedName;
  }
}

/** Copies a folder by hard links. A copy that was interrupted is made again. */
function linkFolder(source: string, target: string): void {
  const unfinishedFolder = getVersionFolder('.unfinished');
  rmSync(unfinishedFolder, { recursive: true, force: true });
  mkdirSync(versionsFolder, { recursive: true });
  execFileSync('cp', ['--archive', '--link', source, unfinishedFolder]);
  renameSync(unfinishedFolder, target);
}

/** Returns the names of the installed versions, the one used last first. */
export function listInstalledVersions(): readonly string[] {
  const names = existsSync(versionsFolder) ? readdirSync(versionsFolder) : [];
  const getUseTime = (name: string) => statSync(getVersionFolder(name)).mtimeMs;
  return names.filter((name) => !name.startsWith('.')).sort((a, b) => getUseTime(b) - getUseTime(a));
}

/** Removes all installed versions but the current one and the two used before it. */
export function removeOldVersions(): void {
  const others = listInstalledVersions().filter((name) => name !== readCurrentInstalledVersion());
  for (const name of others.slice(installedVersionCount - 1)) rmSync(getVersionFolder(name), { recursive: true });
}

/** Returns the name of the current version; null if there is none yet. */
export function readCurrentInstalledVersion(): string | null {
  return existsSync(currentLink) ? basename(readlinkSync(currentLink)) : null;
}

/** Makes an installed version the current one, in one step. */
export function setCurrentVersion(name: string): void {
  rmSync(`${currentLink}.new`, { force: true });
  symlinkSync(join('versions', name), `${currentLink}.new`);
  renameSync(`${currentLink}.new`, currentLink);
  utimesSync(getVersionFolder(name), new Date(), new Date());
}
