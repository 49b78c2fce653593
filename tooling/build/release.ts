import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { create } from 'tar';
import { release as version } from '../../process/site-directory.ts';
import { formatLicences, findLoadedPackages, listProductionPackages, readLock } from './production-packages.ts';
import { signRelease } from './sign-release.ts';

/**
 * Makes the one file that a server needs beside Node: avonspan-website-<version>.tar.gz, and its checksum beside it. One commit
 * gives the same bytes each time: names in their order, rights and times that depend on
 * nothing, no number by chance. With RELEASE_KEY, the path of a private key, its signature too.
 *   node tooling/build/release.ts [--if-stale] [--to <folder>]
 * It builds the site anew; with --if-stale only where something has changed since the last build.
 */
const { values: options } = parseArgs({
  options: { 'if-stale': { type: 'boolean', default: false }, to: { type: 'string', default: '.' } },
});
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown> & {
  name: string;
  optionalDependencies: Record<string, string>;
};
const name = `${manifest.name}-${version}`;
const nodeVersion = Object.values(manifest.optionalDependencies)[0] ?? '';
const requiredMajor = Number(nodeVersion.split('.')[0]);
const temporary = mkdtempSync(join(tmpdir(), 'release-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
const root = join(temporary, name);

run('tooling/build/build.ts', ...(options['if-stale'] ? ['--if-stale'] : []));
mkdirSync(root);
for (const part of ['build', 'deploy', 'docs', 'CHANGELOG.md', 'LICENSE', '.env.example'])
  copy(part, (file) => !file.endsWith('made-from.json'));
const lock = readLock();
const scripts = globSync(['build/node/**/*.js', 'build/server/**/*.js']);
for (const place of findLoadedPackages(scripts, lock).keys())
  if (!existsSync(join('build/node', place))) copy(place, isOfPackage);
for (const script of globSync(`${root}/build/node/**/*.js`)) nameCommand(script);
write('package.json', `${JSON.stringify(ownManifest(), null, 2)}\n`);
// Its installer brings it along.
write('.node-version', `${nodeVersion}\n`);
write('server.js', launcher('start/main.js'));
write('admin.js', launcher('commands/admin.js'));
write('licences.txt', formatLicences(listProductionPackages(lock)));
write('sbom.cdx.json', run('tooling/build/sbom.ts'));
write('docs/settings-commands-metrics.md', run('tooling/build/reference.ts'));
const files = listFiles();
write('SHA256SUMS', files.map((file) => `${checksum(join(root, file))}  ${file}\n`).join(''));
mkdirSync(options.to, { recursive: true });
const archive = join(options.to, `${name}.tar.gz`);
await pack(archive, [...files, 'SHA256SUMS'].sort());
writeFileSync(`${archive}.sha256`, `${checksum(archive)}  ${basename(archive)}\n`);
signRelease(archive, process.env['RELEASE_KEY']);
const sizes = [megabytesOf([archive]), megabytesOf(files.map((file) => join(root, file)))] as const;
console.log(`${archive}  ${sizes[0]} MB, ${sizes[1]} MB unpacked, ${files.length} files`);

/** Of a package: not the packages below it, which are named by themselves, nor types, nor what leads back to sources. */
function isOfPackage(file: string): boolean {
  if (basename(file) === 'node_modules') return false;
  return !/\.(?:map|flow|[cm]?ts)$|\/\.(?!installed)[^/]+$/.test(file) || /\/licen[cs]e/i.test(file);
}

function copy(place: string, filter: (file: string) => boolean = () => true): void {
  cpSync(place, join(root, place), { recursive: true, filter });
}

/** A release needs no npm, and nothing that npm would do. */
function ownManifest(): Record<string, unknown> {
  const { description, license } = manifest;
  const engines = { node: `>=${requiredMajor}` };
  return { name: manifest.name, version, private: true, description, license, type: 'module', engines };
}

/** Looks at its Node before it loads anything that an older one would not understand. */
function launcher(main: string): string {
  return `if (Number(process.versions.node.split('.')[0]) < ${requiredMajor}) {
  console.error(\`This site needs Node ${requiredMajor} or newer, best ${nodeVersion}; this is \${process.version}.\`);
  process.exit(1);
}
await import('./build/node/${main}');
`;
}

/** Where there is no npm, messages and examples name the command that is installed with a release. */
function nameCommand(script: string): void {
  const text = readFileSync(script, 'utf8');
  const named = text
    .replaceAll(/npm run (?:--silent )?admin --/g, 'website-admin')
    .replaceAll('The site is not built yet. Run: npm run build', 'This release has no build: it is not whole');
  if (/npm (?:run|start)/.test(named.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')))
    throw new Error(`${script} names npm`);
  if (named !== text) writeFileSync(script, named);
}

function write(file: string, content: string): void {
  writeFileSync(join(root, file), content);
}

function listFiles(): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/')).sort();
}

function checksum(file: string): string {
  return hash('sha256', readFileSync(file));
}

async function pack(archive: string, files: readonly string[]): Promise<void> {
  await create(
    {
      file: archive,
      cwd: dirname(root),
      gzip: { level: 9, portable: true },
      // No owner, and no rights or times of the machine on which it is made. The time is that of npm's own archives.
      portable: true,
      mtime: new Date('1985-10-26T08:15:00Z'),
      onWriteEntry: (entry) => void (entry.stat && (entry.stat.mode = isScript(entry.path) ? 0o755 : 0o644)),
    },
    files.map((file) => `${name}/${file}`),
  );
}

/** What is installed as a command of the server. */
function isScript(path: string): boolean {
  return /\/deploy\/website-(?:admin|release)$/.test(path);
}

function megabytesOf(files: readonly string[]): string {
  return (files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(1);
}

/** What a script says. Where it fails, it has said why. */
function run(...script: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}
