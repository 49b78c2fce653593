import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { listImports } from './imported-names.ts';

/** An entry of package-lock.json, as far as it is looked at. */
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

/** devDependencies that visitors get all the same, in the files that the build makes. */
const builtIn = /^@fontsource|^tailwindcss$/;

/**
 * What runs in production, by its place in node_modules: everything that is reached from `dependencies` and
 * `optionalDependencies`, of all platforms, and what the build puts into its files. npm's own marks in the lock file will not do: a package that only an optional peer
 * asks for is no `dev` package to npm once a devDependency brings it.
 */
export function listProductionPackages(lock: Lock): ReadonlyMap<string, LockedPackage> {
  return reachedFrom(namesIn(lock.packages[''] ?? {}), lock);
}

/** What a running server loads, by its place in node_modules: what these scripts import, and what that needs in turn. */
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

/** `@a/b/c` and `d/e` are parts of the packages `@a/b` and `d`. */
function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function namesIn({ peerDependenciesMeta, ...entry }: LockedPackage): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry;
  const required = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  const shipped = Object.keys(devDependencies ?? {}).filter((name) => builtIn.test(name));
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...required, ...shipped];
}

/** Where Node would find the package: the nearest node_modules on the way up. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (place in packages) return place;
  if (from === '') return undefined;
  const parent = from.lastIndexOf('/node_modules/');
  return placeOf(name, parent === -1 ? '' : from.slice(0, parent), packages);
}

/**
 * The licences of packages as one text: name, version and licence of each, with the words that its authors want repeated.
 * @param packages by their places in node_modules; what is made for another kind of machine, and so is not there, is left out
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
