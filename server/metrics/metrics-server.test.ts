import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PortError } from '../../process/port-error.ts';
import { startMetricsServer } from './metrics-server.ts';

async function start(read: () => Promise<string> = async () => 'up 1\n', port = 0) {
  const server = await startMetricsServer(port, { read, type: 'text/plain; version=0.0.4; charset=utf-8' });
  onTestFinished(server.close);
  return server;
}

describe('the metrics server', () => {
  it('answers GET and HEAD of /metrics', async () => {
    const { url } = await start();
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, 'up 1\n']);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('has nothing at another address, and refuses every other method', async () => {
    const { url } = await start();
    for (const path of ['/', '/metrics/', '/metrics?x=1']) expect((await fetch(new URL(path, url))).status).toBe(404);
    const response = await fetch(url, { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('answers 500 without the reason when they cannot be read', async () => {
    const { url } = await start(() => Promise.reject(new Error('secret')));
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it('is reached from this machine alone', async () => {
    const { url } = await start();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const outer = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of outer.filter(({ family, internal }) => family === 'IPv4' && !internal))
      await expect(fetch(url.replace('127.0.0.1', address))).rejects.toThrow();
  });

  it('names METRICS_PORT when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const fault = await start(undefined, port).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(PortError);
    expect(String(fault)).toContain(`127.0.0.1:${port} is already in use. Set METRICS_PORT to another port.`);
  });
});
