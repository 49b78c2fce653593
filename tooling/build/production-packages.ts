import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { listImports } from './module-imports.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The parts of package-lock.json that are read here. */
interface PackageLock {
  packages: Readonly<Record<string, LockedPackage>>;
}

/** Reads package-lock.json of the working directory. */
export function readPackageLock(): PackageLock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock;
}

/** Packages in devDependencies that are shipped to visitors in built files. */
const shippedInBuild = /^@fontsource|^tailwindcss$/;

/**
 * Returns the packages of production by their paths in node_modules: all that `dependencies` and `optionalDependencies`
 * require, on all platforms, and those built into files. npm's own `dev` marks are not enough: a package required only
 * by an optional peer is not marked `dev` once a devDependency brings it.
 */
export function listProductionPackages(lock: PackageLock): ReadonlyMap<string, LockedPackage> {
  return collectDependencies(listDependencyNames(lock.packages[''] ?? {}), lock);
}

/** Returns the packages that these scripts import, and their dependencies, by their paths in node_modules. */
export function findImportedPackages(
  scripts: readonly string[],
  lock: PackageLock,
): ReadonlyMap<string, LockedPackage> {
  const names = scripts.flatMap((script) => listImports(script, readFileSync(script, 'utf8')));
  const packages = names.filter((name) => !name.startsWith('.') && !isBuiltin(name));
  return collectDependencies(packages.map(toPackageName), lock);
}

function collectDependencies(names: readonly string[], { packages }: PackageLock): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting: [from: string, names: readonly string[]][] = [['', names]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, wanted] = next;
    for (const name of wanted) {
      const target = resolvePackagePath(name, from, packages);
      const entry = target === undefined ? undefined : packages[target];
      if (target === undefined || entry === undefined || found.has(target)) continue;
      found.set(target, entry);
      waiting.push([target, listDependencyNames(entry)]);
    }
  }
  return found;
}

/** Returns the package of a module: `@a/b` for `@a/b/c`, `d` for `d/e`. */
function toPackageName(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function listDependencyNames({ peerDependenciesMeta, ...entry }: LockedPackage): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry;
  const required = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const shipped = Object.keys(devDependencies ?? {}).filter((name) => shippedInBuild.test(name));
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...required, ...shipped];
}

/** Resolves a package as Node does: from the nearest node_modules upwards. */
function resolvePackagePath(name: string, from: string, packages: PackageLock['packages']): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (path in packages) return path;
  if (from === '') return undefined;
  const parent = from.lastIndexOf('/node_modules/');
  return resolvePackagePath(name, parent === -1 ? '' : from.slice(0, parent), packages);
}

/**
 * Returns the licences of packages as one text: name, version, licence and licence text of each.
 * @param packages by their paths in node_modules; those of other platforms, which are not installed, are skipped
 */
export function readLicenceTexts(packages: ReadonlyMap<string, LockedPackage>): string {
  const line = '-'.repeat(80);
  const installed = [...packages].filter(([path]) => existsSync(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return installed
    .map(([path, { version, license }]) => {
      const texts = globSync(`${path}/{[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*,NOTICE*}`)
        .sort()
        .map((file) => readFileSync(file, 'utf8').trim());
      const name = path.replace(/^.*node_modules\//, '');
      return `${[`${name} ${version}, ${license}`, ...texts].join('\n\n')}\n`;
    })
    .join(`\n${line}\n\n`);
}
