import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { siteDirectory } from '../process/site-directory.ts';
import { nginx, startWithSite, type Proxy } from './testing/proxies.ts';

const installed = join(siteDirectory, 'node_modules/.observatory');
const observatory = join(installed, 'node_modules/@mdn/mdn-http-observatory');
const isInstalled = existsSync(join(installed, 'installed-lock'));
if (!isInstalled)
  console.warn('Not tested: Mozilla’s Observatory is not installed. As root on Debian, npm test does it.');

describe.skipIf(!nginx.testable || !isInstalled)('Mozilla’s Observatory, behind nginx', () => {
  let proxy: Proxy;

  beforeAll(async () => {
    // The hosts of which browsers know that they have https. Its install script would fetch them.
    writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}');
    proxy = await startWithSite();
    return () => proxy.stop();
  });

  // 100, and all that is given beyond it to a site without cookies that is on no list of browsers.
  test.each(['www.example.com', 'example.com'])('%s has the full score', (host) => {
    expect(scan(proxy, host)).toMatchObject({ scan: { score: 130, testsFailed: 0 } });
  });
});

function scan({ machine, certificate }: Proxy, host: string): unknown {
  const authority = join(machine.directory, 'authority.pem');
  writeFileSync(authority, certificate);
  const [program, ...rest] = [...machine.within, process.execPath, join(observatory, 'src/scan.js'), host];
  // It would give up after 10 s, which is no fault of the site.
  const patience = { ABORT_TIMEOUT: '25000', CLIENT_TIMEOUT: '25000' };
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: authority, ...patience };
  return JSON.parse(execFileSync(program, rest, { env, encoding: 'utf8' }));
}
