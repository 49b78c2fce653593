import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../src/database/testing/temporary-sqlite.ts';
import { packageVersion as version } from '../../src/process/package-info.ts';
import { launchProcess } from '../../src/start/testing/site-process.ts';
import { submitJson } from '../../src/start/testing/submissions.ts';
import { formatChecksums, listFiles } from './debian-package.ts';
import { listProductionPackages, readPackageLock } from './production-packages.ts';
import { signRelease } from './sign-release.ts';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;
const directory = mkdtempSync(join(tmpdir(), 'release-test-'));
const architectures = ['amd64', 'arm64'] as const;
const getPackage = (architecture: string) => join(directory, `website_${version}_${architecture}.deb`);
const getTree = (architecture: string) => join(directory, architecture, 'usr/lib/website', version);
const documents = join(directory, 'amd64/usr/share/doc/website');
const root = getTree(process.arch === 'arm64' ? 'arm64' : 'amd64');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe.skipIf(!hasDpkg)('a package', () => {
  beforeAll(() => {
    make(directory, ...architectures.flatMap((one) => ['--architecture', one]));
    for (const architecture of architectures)
      execFileSync('dpkg-deb', ['--extract', getPackage(architecture), join(directory, architecture)]);
  }, 300_000);

  test('has the same bytes when it is made again', () => {
    const again = createTemporaryDirectory();
    make(again, '--architecture', 'amd64');
    const file = getPackage('amd64');
    expect(readFileSync(join(again, basename(file))).equals(readFileSync(file))).toBe(true);
  }, 300_000);

  test('serves pages and takes an enquiry by itself, and says which version it is', async () => {
    const site = launchProcess([join(root, 'server.js')], { PATH: '' }, join(root, 'bin/node'));
    onTestFinished(async () => void (await site.kill()));
    const url = await site.waitForUrl();
    expect((await fetch(url)).status).toBe(200);
    expect((await submitJson({ url })).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok', version });
  });

  test('has the operator’s command, which names itself as it is called there', () => {
    const admin = (...words: string[]) => execFileSync(join(root, 'bin/node'), [join(root, 'admin.js'), ...words]);
    expect(String(admin('--version'))).toBe(`${version}\n`);
    expect(String(admin('--help'))).toContain('Usage: website-admin <command>');
    expect(readFileSync(join(documents, 'settings-commands-metrics.md'), 'utf8')).toContain('website-admin doctor');
  });

  test.each([
    ['amd64', '3e00'],
    ['arm64', 'b700'],
  ])('has the programs of its architecture alone: %s', (architecture, machine) => {
    const tree = getTree(architecture);
    const programs = listFiles(tree).filter((file) => /\/node$|\.node$|\.so(?:\.|$)/.test(file));
    expect(programs).toContain('bin/node');
    // ELF's e_machine, in the byte order of both.
    for (const file of programs) expect(readFileSync(join(tree, file)).toString('hex', 18, 20)).toBe(machine);
  });

  test('has checksums of all its files, and beside it one of itself', () => {
    const check = (sums: string, cwd: string) => spawnSync('sha256sum', ['--check', '--quiet', sums], { cwd }).status;
    expect(check(`${getPackage('amd64')}.sha256`, directory)).toBe(0);
    expect(check('SHA256SUMS', root)).toBe(0);
    expect(readFileSync(join(root, 'SHA256SUMS'), 'utf8').trim().split('\n')).toHaveLength(listFiles(root).length - 1);
  });

  test('has a manual page with each call of the operator’s command', () => {
    const page = join(directory, 'amd64/usr/share/man/man8/website-admin.8.gz');
    const text = String(gunzipSync(readFileSync(page)));
    expect(text).toMatch(/^\.TH WEBSITE\\-ADMIN 8 [^]*^\.SS website\\-admin version use$/m);
    expect(text).not.toContain('npm run');
  });

  test('has no sources, types, tools or documents of others, and names every package in its licences', () => {
    const foreign = /\.(?:ts|map|sh)$|node_modules\/(?!.*licen[cs]e).*\.(?:md|html)$/i;
    expect(listFiles(root).filter((file) => foreign.test(file))).toEqual([]);
    const packages = readdirSync(join(root, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'react-dom']));
    expect(packages.filter((one) => /^(?:node-|vite|typescript|lucide|tailwindcss)/.test(one))).toEqual([]);
    const text = readFileSync(join(documents, 'licences.txt'), 'utf8');
    for (const one of ['fastify', 'lucide', '@fontsource-variable/instrument-sans']) expect(text).toContain(`${one} `);
  });
});

describe('a package that apt is about to unpack', () => {
  const folder = mkdtempSync(join(directory, 'apt-'));
  const key = join(folder, 'release.pub');
  const script = join(folder, 'verify-package');
  const original = readFileSync('deploy/debian/verify-package', 'utf8');
  writeFileSync(script, original.replaceAll('/etc/website/release.pub', key));
  const verify = (...files: string[]) => {
    const { status, stderr } = spawnSync('sh', [script], {
      input: files.map((file) => `${file}\n`).join(''),
      encoding: 'utf8',
    });
    return status === 0 ? 'taken' : stderr;
  };
  const createPackage = (name: string, privateKey?: KeyObject): string => {
    const file = join(folder, name);
    writeFileSync(file, name);
    writeFileSync(`${file}.sha256`, formatChecksums('sha256', folder, [name]));
    if (privateKey) writeFileSync(`${file}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    signRelease(file, privateKey && `${file}.key`);
    return file;
  };

  test('is refused where it is not whole, or its checksum is missing; others are not looked at', () => {
    const file = createPackage('website_1.0.0_amd64.deb');
    expect(verify(file, '/nowhere/nginx_1.22_amd64.deb')).toBe('taken');
    appendFileSync(file, ' ');
    expect(verify(file)).toContain('is not whole');
    rmSync(`${file}.sha256`);
    expect(verify(file)).toContain('.sha256 is missing');
  });

  test('has to be signed by the key that is known, once there is one', () => {
    const [ours, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    writeFileSync(key, ours.publicKey.export({ type: 'spki', format: 'pem' }));
    expect(verify(createPackage('website_1.1.0_amd64.deb', ours.privateKey))).toBe('taken');
    expect(verify(createPackage('website_1.2.0_amd64.deb', other.privateKey))).toContain('is not signed by the key');
    expect(verify(createPackage('website_1.3.0_amd64.deb'))).toContain('is not signed by the key');
  });

  test('is not signed by a key among the sources, or of another kind', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(() => createPackage('website_1.4.0_amd64.deb', privateKey)).toThrow('is no Ed25519 key');
    expect(() => signRelease(join(folder, 'website_1.4.0_amd64.deb'), 'package.json')).toThrow('among the sources');
  });
});

test('the bill of materials has every package of production, with licence and checksum, and no other', () => {
  const { bomFormat, components } = JSON.parse(run('tooling/build/sbom.ts')) as {
    bomFormat: string;
    components: { name: string; version: string; licenses: unknown[]; hashes: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const shipped = [...listProductionPackages(readPackageLock())].map(
    ([place, one]) => `${place.replace(/^.*node_modules\//, '')}@${one.version}`,
  );
  expect(new Set(components.map((one) => `${one.name}@${one.version}`))).toEqual(new Set(shipped));
  expect(components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).toEqual([]);
});

function make(to: string, ...options: string[]): void {
  run('tooling/build/release.ts', '--if-stale', '--to', to, ...options);
}

function run(...command: string[]): string {
  return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
