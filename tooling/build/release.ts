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
import { packageVersion as version } from '../../process/package-info.ts';
import {
  formatLicences,
  findImportedPackages,
  listProductionPackages,
  readPackageLock,
} from './production-packages.ts';
import { signRelease } from './sign-release.ts';

/**
 * Writes avonspan-website-<version>.tar.gz, the one file that a server needs besides Node, and its checksum beside it.
 * Builds are reproducible: sorted names, fixed permissions and times, no random number. With RELEASE_KEY, the path of a
 * private key, also writes its signature.
 *   node tooling/build/release.ts [--if-stale] [--to <folder>]
 * Builds the site first; with --if-stale only if something changed since the last build.
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
const lock = readPackageLock();
const scripts = globSync(['build/node/**/*.js', 'build/server/**/*.js']);
for (const path of findImportedPackages(scripts, lock).keys())
  if (!existsSync(join('build/node', path))) copy(path, isOfPackage);
for (const script of globSync(`${root}/build/node/**/*.js`)) replaceNpmCommands(script);
write('package.json', `${JSON.stringify(createReleaseManifest(), null, 2)}\n`);
// The installer installs this version of Node.
write('.node-version', `${nodeVersion}\n`);
write('server.js', createLauncher('start/main.js'));
write('admin.js', createLauncher('commands/admin.js'));
write('licences.txt', formatLicences(listProductionPackages(lock)));
write('sbom.cdx.json', run('tooling/build/sbom.ts'));
write('docs/settings-commands-metrics.md', run('tooling/build/reference.ts'));
const files = listFiles();
write('SHA256SUMS', files.map((file) => `${computeChecksum(join(root, file))}  ${file}\n`).join(''));
mkdirSync(options.to, { recursive: true });
const archive = join(options.to, `${name}.tar.gz`);
await packArchive(archive, [...files, 'SHA256SUMS'].sort());
writeFileSync(`${archive}.sha256`, `${computeChecksum(archive)}  ${basename(archive)}\n`);
signRelease(archive, process.env['RELEASE_KEY']);
const sizes = [formatMegabytes([archive]), formatMegabytes(files.map((file) => join(root, file)))] as const;
console.log(`${archive}  ${sizes[0]} MB, ${sizes[1]} MB unpacked, ${files.length} files`);

/** Matches a package's own files, without nested packages (listed by themselves), types and source maps. */
function isOfPackage(file: string): boolean {
  if (basename(file) === 'node_modules') return false;
  return !/\.(?:map|flow|[cm]?ts)$|\/\.(?!installed)[^/]+$/.test(file) || /\/licen[cs]e/i.test(file);
}

function copy(path: string, filter: (file: string) => boolean = () => true): void {
  cpSync(path, join(root, path), { recursive: true, filter });
}

/** Returns a package.json without scripts and dependencies: a release needs no npm. */
function createReleaseManifest(): Record<string, unknown> {
  const { description, license } = manifest;
  const engines = { node: `>=${requiredMajor}` };
  return { name: manifest.name, version, private: true, description, license, type: 'module', engines };
}

/** Returns a launcher that checks the version of Node before it loads syntax that an older one rejects. */
function createLauncher(main: string): string {
  return `if (Number(process.versions.node.split('.')[0]) < ${requiredMajor}) {
  console.error(\`This site needs Node ${requiredMajor} or newer, best ${nodeVersion}; this is \${process.version}.\`);
  process.exit(1);
}
await import('./build/node/${main}');
`;
}

/** Replaces npm commands in messages and examples by the command installed with a release: a server has no npm. */
function replaceNpmCommands(script: string): void {
  const text = readFileSync(script, 'utf8');
  const named = text
    .replaceAll(/npm run (?:--silent )?admin --/g, 'website-admin')
    .replaceAll('The site is not built yet. Run: npm run build', 'This release has no build: it is not whole');
  if (/npm (?:run|start)/.test(named.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')))
    throw new Error(`${script} mentions an npm command, which a release does not have`);
  if (named !== text) writeFileSync(script, named);
}

function write(file: string, content: string): void {
  writeFileSync(join(root, file), content);
}

function listFiles(): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/')).sort();
}

function computeChecksum(file: string): string {
  return hash('sha256', readFileSync(file));
}

async function packArchive(archive: string, files: readonly string[]): Promise<void> {
  await create(
    {
      file: archive,
      cwd: dirname(root),
      gzip: { level: 9, portable: true },
      // No owner, and no permissions or times of the building machine. npm uses this time in its own archives.
      portable: true,
      mtime: new Date('1985-10-26T08:15:00Z'),
      onWriteEntry: (entry) => void (entry.stat && (entry.stat.mode = isScript(entry.path) ? 0o755 : 0o644)),
    },
    files.map((file) => `${name}/${file}`),
  );
}

/** Matches the scripts that are installed as commands of the server. */
function isScript(path: string): boolean {
  return /\/deploy\/website-(?:admin|release)$/.test(path);
}

function formatMegabytes(files: readonly string[]): string {
  return (files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(1);
}

/** Returns a script's output. A failing script has printed its error itself. */
function run(...script: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}
