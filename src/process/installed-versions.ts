import { execFileSync } from 'node:child_process';
import {
  chmodSync,
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
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** Returns a path on the server; in tests in another folder. */
export const getServerPath = (path: string): string => join(process.env['WEBSITE_ROOT'] ?? '/', path);

/** Returns a path in the folder of the package, which has a tree of dpkg's for its own version. */
const getPackagePath = (...path: string[]): string => join(getServerPath('usr/lib/website'), ...path);
const getCurrentLink = (): string => getPackagePath('current');
const installedVersionCount = 3;

/** Returns the folder of an installed version, which can run. Without a name, the folder of all. */
export function getVersionFolder(name = ''): string {
  return getPackagePath('versions', name);
}

/**
 * Installs the version that dpkg has unpacked, by hard links: dpkg removes its own files at the next upgrade, while the
 * old process still imports some. Other files of a version that is installed already get a name of their own, `1.0.0+1`:
 * a script of dpkg means those, a person what `version list` names.
 * @returns its name; null if there is no such version
 */
export function installUnpackedVersion(name: string): string | null {
  const isPresent = (folder: string) => existsSync(join(folder, 'server.js'));
  const unpackedFolder = getPackagePath(name);
  if (!/^\d[\w.+~-]*$/.test(name)) return null;
  const isCalledByDpkg = process.env['DPKG_MAINTSCRIPT_NAME'] !== undefined;
  if (isPresent(getVersionFolder(name)) && !(isCalledByDpkg && isPresent(unpackedFolder))) return name;
  if (!isPresent(unpackedFolder)) return null;
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
  mkdirSync(getVersionFolder(), { recursive: true });
  execFileSync('cp', ['--archive', '--link', source, unfinishedFolder]);
  renameSync(unfinishedFolder, target);
}

/** Returns the names of the installed versions, the one used last first. */
export function listInstalledVersions(): readonly string[] {
  const getUseTime = (name: string) => statSync(getVersionFolder(name)).mtimeMs;
  return readVersionNames().sort((a, b) => getUseTime(b) - getUseTime(a));
}

function readVersionNames(): string[] {
  const names = existsSync(getVersionFolder()) ? readdirSync(getVersionFolder()) : [];
  return names.filter((name) => !name.startsWith('.'));
}

/**
 * Removes all installed versions but the current one and the two used before it, which were not taken back.
 * @param latest the one that was taken back last, which stays too
 */
export function removeOldVersions(latest?: string): void {
  const takenBack = listTakenBackVersions().filter((name) => name !== latest);
  const others = listInstalledVersions().filter((name) => name !== readCurrentInstalledVersion());
  const old = others.filter((name) => findTakenBack(name) === null).slice(installedVersionCount - 1);
  for (const name of [...takenBack, ...old]) rmSync(getVersionFolder(name), { recursive: true });
}

const getTakenBackFile = (name: string): string => join(getVersionFolder(name), 'taken-back');

/** Marks a version as one that did not work. Without a reason, removes the mark. */
export function markTakenBack(name: string, reason: string | null): void {
  const file = getTakenBackFile(name);
  if (reason === null) return rmSync(file, { force: true });
  writeFileSync(file, reason);
  // The server reads it as another user.
  chmodSync(file, 0o644);
}

/** Returns when and why another version was started in place of a version; null if none was. */
export function findTakenBack(name: string): { at: Date; reason: string } | null {
  const file = getTakenBackFile(name);
  return existsSync(file) ? { at: statSync(file).mtime, reason: readFileSync(file, 'utf8') } : null;
}

/** Returns the versions that were taken back, and whose place another one has until a person decides. */
export function listTakenBackVersions(): readonly string[] {
  const others = readVersionNames().filter((name) => name !== readCurrentInstalledVersion());
  return others.filter((name) => existsSync(getTakenBackFile(name)));
}

/** Returns the name of the current version; null if there is none yet. */
export function readCurrentInstalledVersion(): string | null {
  return existsSync(getCurrentLink()) ? basename(readlinkSync(getCurrentLink())) : null;
}

/** Makes an installed version the current one, in one step. */
export function setCurrentVersion(name: string): void {
  const newLink = `${getCurrentLink()}.new`;
  rmSync(newLink, { force: true });
  symlinkSync(join('versions', name), newLink);
  renameSync(newLink, getCurrentLink());
  utimesSync(getVersionFolder(name), new Date(), new Date());
}
