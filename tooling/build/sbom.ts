import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listProductionPackages, readPackageLock } from './production-packages.ts';

type Manifest = { name: string } & Record<'dependencies' | 'devDependencies', Record<string, string>>;
type Bom = Record<'serialNumber' | 'metadata', Record<string, unknown>>;

// Writes a software bill of materials (CycloneDX, JSON) of the production packages to standard output, from the lock
// file. `npm sbom --omit dev` alone omits packages that a devDependency also requires, React and pg among them (npm
// 11.19), so npm gets a reduced lock file. Reproducible: npm's version, the random serial number and the time are
// removed.
const temporary = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  const lock = readPackageLock();
  const shipped = listProductionPackages(lock);
  const { devDependencies, ...rest } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const builtIn = Object.entries(devDependencies).filter(([name]) => shipped.has(`node_modules/${name}`));
  const manifest = { ...rest, dependencies: { ...rest.dependencies, ...Object.fromEntries(builtIn) } };
  const packages = { '': manifest, ...Object.fromEntries(shipped) };
  // npm names the product after its directory.
  const directory = join(temporary, manifest.name);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  // npm's own path when run by npm: see tooling/prepare.mjs.
  const npm = process.env['npm_execpath'];
  const [program, start] = npm ? [process.execPath, [npm]] : ['npm', []];
  const written = execFileSync(program, [...start, ...options], { cwd: directory, encoding: 'utf8' });
  const { serialNumber: _number, metadata, ...bom } = JSON.parse(written) as Bom;
  const { timestamp: _timestamp, tools: _tools, ...ofProduct } = metadata;
  console.log(JSON.stringify({ ...bom, metadata: ofProduct }, null, 2));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
