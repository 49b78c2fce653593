import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { listImports } from './imported-names.ts';

/** The properties of an entry in package-lock.json that are read here. */
export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lock {
  packages: Readonly<Record<string, LockedPackage>>;
}

export function readLock(): Lock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
}

/** Packages in devDependencies that are shipped to visitors in built files. */
const builtIn = /^@fontsource|^tailwindcss$/;

/**
 * Returns the packages of production by their paths in node_modules: all that `dependencies` and `optionalDependencies`
 * require, on all platforms, and those built into files. npm's own `dev` marks are not enough: a package required only
 * by an optional peer is not marked `dev` once a devDependency brings it.
 */
export function listProductionPackages(lock: Lock): ReadonlyMap<string, LockedPackage> {
  return reachedFrom(namesIn(lock.packages[''] ?? {}), lock);
}

/** Returns the packages that these scripts import, and their dependencies, by their paths in node_modules. */
export function findLoadedPackages(scripts: readonly string[], lock: Lock): ReadonlyMap<string, LockedPackage> {
  const names = scripts.flatMap((script) => listImports(script, readFileSync(script, 'utf8')));
  const packages = names.filter((name) => !name.startsWith('.') && !isBuiltin(name));
  return reachedFrom(packages.map(packageOf), lock);
}

function reachedFrom(names: readonly string[], { packages }: Lock): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting: [from: string, names: readonly string[]][] = [['', names]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, wanted] = next;
    for (const name of wanted) {
      const target = placeOf(name, from, packages);
      const entry = target === undefined ? undefined : packages[target];
      if (target === undefined || entry === undefined || found.has(target)) continue;
      found.set(target, entry);
      waiting.push([target, namesIn(entry)]);
    }
  }
  return found;
}

/** Returns the package of a module: `@a/b` for `@a/b/c`, `d` for `d/e`. */
function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function namesIn({ peerDependenciesMeta, ...entry }: LockedPackage): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry;
  const required = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const shipped = Object.keys(devDependencies ?? {}).filter((name) => builtIn.test(name));
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...required, ...shipped];
}

/** Resolves a package as Node does: from the nearest node_modules upwards. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  if (from === '') return undefined;
  const parent = from.lastIndexOf('/node_modules/');
  return placeOf(name, parent === -1 ? '' : from.slice(0, parent), packages);
}

/**
 * Returns the licences of packages as one text: name, version, licence and licence text of each.
 * @param packages by their paths in node_modules; those of other platforms, which are not installed, are skipped
 */
export function formatLicences(packages: ReadonlyMap<string, LockedPackage>): string {
  const line = '-'.repeat(80);
  const installed = [...packages].filter(([place]) => existsSync(place)).sort(([a], [b]) => (a < b ? -1 : 1));
  return installed
    .map(([place, { version, license }]) => {
      const texts = globSync(`${place}/{[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*,NOTICE*}`)
        .sort()
        .map((file) => readFileSync(file, 'utf8').trim());
      const name = place.replace(/^.*node_modules\//, '');
      return `${[`${name} ${version}, ${license}`, ...texts].join('\n\n')}\n`;
    })
    .join(`\n${line}\n\n`);
}
