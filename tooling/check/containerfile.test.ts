import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { create } from 'tar';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../../enquiries/testing/temporary.ts';
import { readConfig } from '../../start/config.ts';

const containerfile = readFileSync('deploy/Containerfile', 'utf8');
/** What the image is made of last: the first group of a pattern in it. */
const inImage = (pattern: RegExp) => pattern.exec(containerfile.slice(containerfile.lastIndexOf('\nFROM ')))?.[1] ?? '';
const command = (pattern: RegExp) => pattern.exec(containerfile)?.[1] ?? '';
const { optionalDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
  optionalDependencies: Record<string, string>;
};

describe('the container', () => {
  test('runs what npm start runs, as nobody in particular, with the Node that package.json pins', () => {
    const entry = (JSON.parse(inImage(/^ENTRYPOINT (.*)$/m)) as string[]).join(' ');
    expect(entry).toBe(scripts.start.replace('build/node/start/main.js', 'server.js'));
    expect(inImage(/^USER (.*)$/m)).toMatch(/^\d{5}:\d{5}$/);
    const version = command(/^ARG NODE_VERSION=(\S+)$/m);
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]));
  });

  test('writes to its volume alone', () => {
    const volume = inImage(/^VOLUME (.*)$/m);
    const { HOME, ...settings } = parseEnv(inImage(/^ENV (.*)$/m).replaceAll(' ', '\n'));
    const config = readConfig(settings, Object.keys(settings));
    expect([HOME, config.dataDirectory]).toEqual([volume, volume]);
    expect(config.backupDirectory).toBe(`${volume}/backups`);
  });

  test.each([
    [200, 0],
    [503, 1],
  ])('is healthy while /healthz answers that it is: %i', async (status, code) => {
    const server = createServer(({ url }, answer) => answer.writeHead(url === '/healthz' ? status : 500).end());
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const [, ...words] = JSON.parse(inImage(/^HEALTHCHECK .* CMD (.*)$/m)) as string[];
    const env = { PORT: String((server.address() as AddressInfo).port) };
    expect(await once(execFile(process.execPath, words, { env }), 'exit')).toEqual([code, null]);
  });

  describe.skipIf(process.platform === 'win32')('when it is built', () => {
    test.each([
      ['whole', '', 0],
      ['spoilt', ' ', 1],
    ])('unpacks a release only where it is %s', async (_what, appended, code) => {
      const directory = temporaryDirectory();
      const archive = join(directory, 'one.tar.gz');
      mkdirSync(join(directory, 'one'));
      writeFileSync(join(directory, 'one', 'server.js'), 'started();');
      await create({ file: archive, gzip: true, cwd: directory }, ['one']);
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
      writeFileSync(`${archive}.sha256`, `${sum}  one.tar.gz\n`);
      appendFileSync(archive, appended);
      const unpack = command(/^RUN (sha256sum [^]*?)\n\n/m).replaceAll('/site', 'site');
      const { status } = spawnSync('sh', ['-c', unpack], { cwd: directory, env: { ...process.env, RELEASE: 'one' } });
      const unpacked = existsSync(join(directory, 'site/server.js'));
      expect({ status, unpacked }).toEqual({ status: code, unpacked: code === 0 });
    });

    const digest = 'docker.io/library/node@sha256:0123abcd';
    const { node } = process.versions;
    test.each([
      ['a digest', digest, node, 0, ''],
      ['no digest', 'docker.io/library/node:24.21.0-bookworm-slim', node, 1, 'skopeo inspect'],
      ['another Node', digest, '20.0.0', 1, 'an image of Node 20.0.0'],
    ])('checks its base image first: %s', (_what, name, version, code, complaint) => {
      const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
      const env = { PATH, NODE_IMAGE: name, NODE_VERSION: version };
      const check = command(/^RUN (case[^]*?esac)$/m);
      const { status, stderr } = spawnSync('sh', ['-c', check], { env, encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: code, stderr: expect.stringContaining(complaint) });
    });
  });
});
