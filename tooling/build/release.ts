import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { packageVersion as version } from '../../src/process/package-info.ts';
import { type Architecture, architectures, formatChecksums, listFiles, packDebianPackage } from './debian-package.ts';
import {
  readLicenceTexts,
  findImportedPackages,
  listProductionPackages,
  readPackageLock,
} from './production-packages.ts';
import { signRelease } from './sign-release.ts';

/**
 * Writes website_<version>_<architecture>.deb for this machine's architecture, or for others: all that a server needs.
 * Its checksum lies beside it and, with RELEASE_KEY, the path of a private key, its signature. Builds are reproducible.
 * Needs dpkg-deb.
 *   node tooling/build/release.ts [--if-stale] [--to <folder>] [--architecture amd64 --architecture arm64]
 * Builds the site first; with --if-stale only if something changed since the last build.
 */
const names = Object.keys(architectures) as Architecture[];
const { values: options } = parseArgs({
  options: {
    'if-stale': { type: 'boolean', default: false },
    to: { type: 'string', default: '.' },
    architecture: {
      type: 'string',
      multiple: true,
      default: names.filter((name) => architectures[name].cpu === process.arch),
    },
  },
});
const temporary = mkdtempSync(join(tmpdir(), 'release-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
const releaseKey = process.env['RELEASE_KEY'] || undefined;

runScript('tooling/build/build.ts', ...(options['if-stale'] ? ['--if-stale'] : []));
const lock = readPackageLock();
const documents = {
  'licences.txt': readLicenceTexts(listProductionPackages(lock)),
  'sbom.cdx.json': runScript('tooling/build/sbom.ts'),
  'settings-commands-metrics.md': runScript('tooling/build/reference.ts'),
};
mkdirSync(options.to, { recursive: true });
for (const architecture of options.architecture as Architecture[]) {
  const root = join(temporary, architecture);
  createTree(join(root, 'usr/lib/website', version), architecture);
  createDocuments(join(root, 'usr/share/doc/website'));
  const manualPage = join(root, 'usr/share/man/man8/website-admin.8.gz');
  mkdirSync(dirname(manualPage), { recursive: true });
  writeFileSync(manualPage, gzipSync(runScript('tooling/build/reference.ts', '--man'), { level: 9 }));
  const file = packDebianPackage(root, architecture, options.to);
  writeFileSync(`${file}.sha256`, formatChecksums('sha256', options.to, [basename(file)]));
  signRelease(file, releaseKey);
}

/** Creates the files of the site: the build, Node, and the packages that the build imports, for the architecture. */
function createTree(tree: string, architecture: Architecture): void {
  mkdirSync(join(tree, 'bin'), { recursive: true });
  cpSync('build', join(tree, 'build'), { recursive: true, filter: (file) => !file.endsWith('made-from.json') });
  for (const script of globSync(`${tree}/build/node/**/*.js`)) replaceNpmCommands(script);
  const installed = installPackages(architecture);
  const scripts = globSync(['build/node/**/*.js', 'build/server/**/*.js']);
  for (const path of findImportedPackages(scripts, lock).keys())
    if (!existsSync(join('build/node', path)) && existsSync(join(installed, path)))
      cpSync(join(installed, path), join(tree, path), { recursive: true, filter: isOfPackage });
  const { nodePackage } = architectures[architecture];
  cpSync(join(installed, 'node_modules', nodePackage, 'bin/node'), join(tree, 'bin/node'));
  // Without scripts and dependencies: a server has no npm.
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify({ name: 'website', version, type: 'module' })}\n`);
  for (const file of ['nginx.conf', 'nginx-inbox.conf']) cpSync(join('deploy', file), join(tree, 'deploy', file));
  symlinkSync('/etc/website/website.env', join(tree, '.env'));
  writeFileSync(join(tree, 'server.js'), `await import('./build/node/start/main.js');\n`);
  writeFileSync(join(tree, 'admin.js'), `await import('./build/node/commands/admin.js');\n`);
  if (releaseKey !== undefined) {
    const publicKey = createPublicKey(readFileSync(releaseKey)).export({ type: 'spki', format: 'pem' });
    writeFileSync(join(tree, 'release.pub'), publicKey);
  }
  writeFileSync(join(tree, 'SHA256SUMS'), formatChecksums('sha256', tree, listFiles(tree)));
}

/** Installs the packages of production for an architecture. Returns the folder that has node_modules. */
function installPackages(architecture: Architecture): string {
  const folder = join(temporary, `packages-${architecture}`);
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, join(folder, file));
  const { cpu } = architectures[architecture];
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  // npm's own path when run by npm: see tooling/prepare.mjs.
  const npm = process.env['npm_execpath'];
  const [program, start] = npm ? [process.execPath, [npm]] : ['npm', []];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const { status } = spawnSync(program, [...start, 'ci', '--omit=dev', ...platform, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  return folder;
}

/** Creates the documents: those of Debian's policy, those of operators, and what a release is made of. */
function createDocuments(folder: string): void {
  mkdirSync(join(folder, 'examples'), { recursive: true });
  cpSync('docs', folder, { recursive: true });
  cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'));
  cpSync('.env.example', join(folder, 'examples/website.env'));
  const copyright = `${readFileSync('LICENSE', 'utf8')}\nThe licences of the packages that it contains: licences.txt\n`;
  writeFileSync(join(folder, 'copyright'), copyright);
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
}

/**
 * Matches a package's own files, without nested packages (listed by themselves), tests, examples, types, source maps,
 * documents and programs of the command line.
 */
function isOfPackage(file: string): boolean {
  const otherFolder =
    /node_modules(?:\/(?:@[^/]+\/)?[^/]+\/(?:benchmarks?|bin|docs|examples?|fixtures|integration|scripts|tests?))?$/;
  if (otherFolder.test(file)) return false;
  return !/\.(?:map|flow|[cm]?ts|md|html|sh)$|\/(?:\.[^/]+|bin\.m?js)$/i.test(file) || /\/licen[cs]e/i.test(file);
}

/** Replaces npm commands in messages and examples by the command of the server, which has no npm. */
function replaceNpmCommands(script: string): void {
  const text = readFileSync(script, 'utf8');
  const named = text
    .replaceAll(/npm run (?:--silent )?admin --/g, 'website-admin')
    .replaceAll('The site is not built yet. Run: npm run build', 'This release has no build: it is not whole');
  if (/npm (?:run|start)/.test(named.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')))
    throw new Error(`${script} mentions an npm command, which a release does not have`);
  if (named !== text) writeFileSync(script, named);
}

/** Returns a script's output. A failing script has printed its error itself. */
function runScript(...script: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, script, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}
