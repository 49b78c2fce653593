import { execSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Starts a server with a certificate of 5 days, which no authority has signed. Its host does not count as this machine. */
export async function startTlsServer() {
  const server = createServer();
  const request = 'openssl req -x509 -newkey rsa -nodes -config /dev/null -subj /CN=site -keyout - -days';
  function renew(days: number): void {
    const pem = execSync(`${request} ${days}`, { stdio: ['ignore', 'pipe', 'ignore'] });
    server.setSecureContext({ key: pem, cert: pem });
  }
  renew(5);
  await once(server.listen(0, '0.0.0.0'), 'listening');
  onTestFinished(() => void server.close());
  const stop = () => once(server.close(), 'close');
  return { url: `https://0.0.0.0:${(server.address() as AddressInfo).port}`, renew, stop };
}
