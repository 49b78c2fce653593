import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { x as extract } from 'tar';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';
import { packageVersion as version } from '../../process/package-info.ts';
import { launchProcess } from '../../start/testing/site-process.ts';
import { submitJson } from '../../start/testing/submissions.ts';
import { listProductionPackages, readPackageLock } from './production-packages.ts';

const name = `avonspan-website-${version}`;
const archive = `${name}.tar.gz`;
const hasChecksums = spawnSync('sha256sum', ['--version']).status === 0;
const directory = mkdtempSync(join(tmpdir(), 'release-test-'));
const root = join(directory, name);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a release', () => {
  beforeAll(async () => {
    make(directory);
    await extract({ file: join(directory, archive), cwd: directory });
  }, 180_000);

  test('has the same bytes when it is made again', () => {
    const again = createTemporaryDirectory();
    make(again);
    expect(readFileSync(join(again, archive)).equals(readFileSync(join(directory, archive)))).toBe(true);
  }, 180_000);

  test('serves pages and takes an enquiry with Node alone, and says which version it is', async () => {
    const site = launchProcess([join(root, 'server.js')], { PATH: '' }, process.execPath);
    onTestFinished(async () => void (await site.kill()));
    const url = await site.waitForUrl();
    expect((await fetch(url)).status).toBe(200);
    expect((await submitJson({ url })).status).toBe(200);
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok', version });
  });

  test('has the operator’s command, which names itself as it is called there', () => {
    const admin = (...words: string[]) => run(join(root, 'admin.js'), ...words);
    expect(admin('--version')).toBe(`${version}\n`);
    expect(admin('--help')).toContain('Usage: website-admin <command>');
    expect(readFileSync(join(root, 'docs/settings-commands-metrics.md'), 'utf8')).toContain('website-admin doctor');
  });

  test.skipIf(!hasChecksums)('has checksums of all its files, and beside it one of itself', () => {
    const check = (sums: string, cwd: string) => spawnSync('sha256sum', ['--check', '--quiet', sums], { cwd }).status;
    expect(check(`${archive}.sha256`, directory)).toBe(0);
    expect(check('SHA256SUMS', root)).toBe(0);
    const listed = readFileSync(join(root, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(listed).toHaveLength(files().length - 1);
  });

  test.skipIf(process.getuid?.() !== 0 || !hasChecksums)(
    'is refused by its installer where it is not whole, or its checksum is missing',
    () => {
      const file = join(createTemporaryDirectory(), archive);
      const refusal = (reason: string) => ({ status: 1, stderr: expect.stringContaining(`${file}${reason}`) });
      const install = () => spawnSync('sh', ['deploy/website-release', 'install', file], { encoding: 'utf8' });
      copyFileSync(join(directory, archive), file);
      appendFileSync(file, ' ');
      expect(install()).toMatchObject(refusal('.sha256 is missing'));
      copyFileSync(join(directory, `${archive}.sha256`), `${file}.sha256`);
      expect(install()).toMatchObject(refusal(' is not whole'));
    },
  );

  test('has no sources, types or tools, and names every package in its licences', () => {
    expect(files().filter(({ name: file }) => /\.ts$|\.map$/.test(file))).toEqual([]);
    const packages = readdirSync(join(root, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['fastify', 'pg', 'react-dom']));
    expect(packages.filter((one) => /^(?:node-|vite|typescript|lucide|tailwindcss)/.test(one))).toEqual([]);
    const text = readFileSync(join(root, 'licences.txt'), 'utf8');
    for (const one of ['fastify', 'lucide', '@fontsource-variable/instrument-sans']) expect(text).toContain(`${one} `);
  });

  test.each(['server.js', 'admin.js'])('says in %s which Node it needs, before it loads anything', (file) => {
    // Only the version check runs: an older Node would get no further.
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.2' }); await import(${JSON.stringify(join(root, file))});`;
    const command = ['--input-type=module', '--eval', pretend];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(stderr).toMatch(/^This site needs Node 24 or newer/);
    expect(status).toBe(1);
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

function make(to: string): void {
  run('tooling/build/release.ts', '--if-stale', '--to', to);
}

function run(...command: string[]): string {
  return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function files() {
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
}
