import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const containerfile = readFileSync('deploy/Containerfile', 'utf8');
const image = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
const { dependencies, optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

describe('the container', () => {
  const { files, packages } = reach(['server/main.ts', 'bin/admin.ts']);

  test('has every folder from which the server or the operator’s command loads a file', () => {
    const copied = [...image.matchAll(/^COPY (?:--from=\S+ )?(\S+) /gm)].map(([, from = '']) =>
      from.replace('/site/', ''),
    );
    const folders = new Set([...files].map((file) => file.slice(0, file.indexOf('/'))));
    expect(folders).toContain('enquiries');
    expect([...folders].filter((folder) => !copied.includes(folder))).toEqual([]);
    expect(copied).toEqual(expect.arrayContaining(['node_modules', 'build', 'package.json']));
  });

  test('has every package that they load: none is a devDependency', () => {
    expect(packages.has('fastify')).toBe(true);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  });

  test.skipIf(!existsSync('build/server/index.js'))('has every package that the built pages load', () => {
    const built = reach(['build/server/index.js']).packages;
    expect(built.has('react-router')).toBe(true);
    expect([...built].filter((name) => !(name in dependencies))).toEqual([]);
  });

  test('runs what npm start runs', () => {
    const [program, ...command] = scripts.start.split(' ');
    expect(image).toContain(`\nENTRYPOINT ["${program}"]\n`);
    expect(image).toContain(`\nCMD [${command.map((part) => `"${part}"`).join(', ')}]\n`);
  });

  test('has the Node that package.json pins', () => {
    const version = /^ARG NODE_VERSION=(\S+)$/m.exec(containerfile)?.[1];
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
  });

  test('stands on one image, named by its digest when it is built', () => {
    const stages = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
    // In the place of a missing name stands what cannot be one: those have small letters alone.
    expect(stages).toEqual([expect.stringMatching(/^\$\{NODE_IMAGE:-NODE_IMAGE_is_missing:\S+\}$/), '${NODE_IMAGE}']);
    expect(containerfile).toMatch(/^ARG NODE_IMAGE$/m);
  });

  test.skipIf(process.platform === 'win32').each([
    ['a digest', 'docker.io/library/node@sha256:0123abcd', process.versions.node, ''],
    ['no digest', 'docker.io/library/node:24.21.0-bookworm-slim', process.versions.node, 'skopeo inspect'],
    ['nothing', '', process.versions.node, 'skopeo inspect'],
    ['another Node', 'docker.io/library/node@sha256:0123abcd', '20.0.0', 'an image of Node 20.0.0'],
  ])('checks its base image first: %s', (_what, name, version, complaint) => {
    const check = /^RUN (case[^]*?esac)$/m.exec(containerfile)?.[1] ?? '';
    const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const env = { PATH, NODE_IMAGE: name, NODE_VERSION: version };
    const { status, stderr } = spawnSync('sh', ['-c', check], { env, encoding: 'utf8' });
    expect(status).toBe(complaint === '' ? 0 : 1);
    expect(stderr).toContain(complaint);
  });

  test('lets no package run a script of its own', () => {
    const installs = containerfile.match(/^RUN npm ci .*$/gm) ?? [];
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toContain(' --ignore-scripts ');
  });

  test('runs as nobody in particular, writes to its volume alone, and says how it is', () => {
    expect(image).toMatch(/^USER \d{5}:\d{5}$/m);
    expect(image).toMatch(/^VOLUME \/data$/m);
    expect(image).toMatch(/^ENV .*DATABASE_URL=sqlite:\/data\/site\.db/m);
    expect(image).toMatch(/^HEALTHCHECK .* CMD \["node"/m);
  });
});

/** Every file that is loaded with these, and every package; what is imported for its types alone is not loaded. */
function reach(entries: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name));
      else if (/^(?!node:)[@a-z]/.test(name)) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return { files, packages };
}

function importsOf(source: string): string[] {
  const statements = /^(?:import|export)(?! type\b)(?:[^'"`;]*? from)? ?['"]([^'"]+)['"]/gm;
  const calls = /\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...source.matchAll(statements), ...source.matchAll(calls)].map(([, name = '']) => name);
}
