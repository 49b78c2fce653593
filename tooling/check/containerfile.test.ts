import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { create } from 'tar';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { readConfig } from '../../start/config.ts';

const containerfile = readFileSync('deploy/Containerfile', 'utf8');
const image = containerfile.slice(containerfile.lastIndexOf('\nFROM '));
const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
  optionalDependencies: Record<string, string>;
};

describe('the container', () => {
  test('is a release whose checksum is right, and nothing else: no npm, no sources', () => {
    const copied = [...containerfile.matchAll(/^(?:COPY|ADD) (.*)$/gm)].map(([, words]) => words);
    expect(copied).toEqual([
      expect.stringMatching(/^\$\{RELEASE:-RELEASE_is_missing_\S+\}\.tar\.gz \$\{RELEASE\}\.tar\.gz\.sha256 \.\/$/),
      '--from=release /site /site',
    ]);
    expect(containerfile.replaceAll(/^#.*$/gm, '')).not.toMatch(/\bnpm\b/);
  });

  test.skipIf(process.platform === 'win32').each([
    ['whole', '', 0],
    ['spoilt', ' ', 1],
  ])('unpacks a release only where it is %s', async (_what, appended, code) => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'one'));
    writeFileSync(join(directory, 'one', 'server.js'), 'started();');
    await create({ file: join(directory, 'one.tar.gz'), gzip: true, cwd: directory }, ['one']);
    const sum = createHash('sha256')
      .update(readFileSync(join(directory, 'one.tar.gz')))
      .digest('hex');
    writeFileSync(join(directory, 'one.tar.gz.sha256'), `${sum}  one.tar.gz\n`);
    appendFileSync(join(directory, 'one.tar.gz'), appended);
    const unpack = /^RUN (sha256sum [^]*?)\n\n/m.exec(containerfile)?.[1]?.replaceAll('/site', 'site') ?? '';
    const { status } = spawnSync('sh', ['-c', unpack], { cwd: directory, env: { ...process.env, RELEASE: 'one' } });
    expect({ status, unpacked: existsSync(join(directory, 'site/server.js')) }).toEqual({
      status: code,
      unpacked: code === 0,
    });
  });

  test('runs what npm start runs', () => {
    const start = scripts.start.replace(/\S+\/main\.js$/, 'server.js').split(' ');
    expect(image).toContain(`\nENTRYPOINT [${start.map((part) => `"${part}"`).join(', ')}]\n`);
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

  test('runs as nobody in particular, and writes to its volume alone', () => {
    expect(image).toMatch(/^USER \d{5}:\d{5}$/m);
    expect(image).toMatch(/^VOLUME \/data$/m);
    const { HOME, ...settings } = parseEnv(/^ENV (.*)$/m.exec(image)?.[1]?.replaceAll(' ', '\n') ?? '');
    expect(() => readConfig(settings, Object.keys(settings))).not.toThrow();
    expect({ HOME, ...settings }).toMatchObject({
      HOME: '/data',
      DATABASE_URL: 'sqlite:/data/site.db',
      BACKUP_DIRECTORY: '/data/backups',
    });
  });

  test('is asked for its health so that a start, a slow answer and a stop each have time', () => {
    const numbers = Object.fromEntries(
      [...image.matchAll(/--([a-z-]+)=(\d+)s? /g)].map(([, name, value]) => [name, Number(value)]),
    );
    expect(numbers).toMatchObject({ interval: 30, timeout: 5, 'start-period': 10, retries: 3 });
    expect(numbers['timeout']).toBeLessThan(numbers['interval'] ?? 0);
    expect(image).toMatch(/^HEALTHCHECK .* CMD \["node", .*\/healthz`/m);
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(Number(/--stop-timeout=(\d+)/.exec(containerfile)?.[1])).toBeGreaterThan(10);
  });
});
