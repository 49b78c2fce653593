import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readOptions, rounded } from './figures.ts';
import { startNode, temporaryDirectory, type RunningServer } from './server-process.ts';
import { routesWith, type Sent } from './worst-request-cases.ts';

/**
 * What the most expensive requests that a stranger can send cost the server, in milliseconds of its processor time, beside the
 * ordinary request of the same route. Shows the costliest of each route, and ends with 1 where one costs more than its limit.
 *
 *   npm run bench:worst -- [--requests 60] [--shown 5]
 */
const { requests, shown } = readOptions({ requests: 60, shown: 5 });
const directory = temporaryDirectory();
const authentication = createServer((asked, answer) => asked.resume().on('end', () => answer.end('{}')));
await once(authentication.listen(0, '127.0.0.1'), 'listening');
const env = {
  DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
  // With all that is read of a request.
  SITE_URL: 'https://www.example.com',
  TRUST_PROXY: '1',
  AUTH_URL: `http://127.0.0.1:${(authentication.address() as AddressInfo).port}`,
};
const server = await startNode([join(import.meta.dirname, 'site-server.ts'), 'build'], env);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  await report(server);
} finally {
  agent.destroy();
  authentication.close();
  await server.stop();
}

async function report(measured: RunningServer): Promise<void> {
  const rows: Row[] = [];
  for (const route of routesWith(`/assets/${readdirSync('build/client/assets')[0]}`)) {
    const ordinary = await measure(measured, route.ordinary);
    const worst: Row[] = [];
    for (const [what, changes] of Object.entries(route.worst)) {
      const headers = { ...route.ordinary.headers, ...changes.headers };
      const cost = await measure(measured, { ...route.ordinary, ...changes, headers });
      worst.push({ route: route.name, request: what, ...cost, limit: route.limit });
    }
    rows.push({ route: route.name, request: 'ordinary', ...ordinary, limit: route.limit });
    rows.push(...worst.toSorted((one, other) => other.ms - one.ms).slice(0, shown));
  }
  console.table(rows);
  const tooCostly = rows.filter(({ ms, limit }) => ms > limit);
  for (const { route, request: what, ms, limit } of tooCostly)
    console.error(`${route}, ${what}: ${ms} ms, more than ${limit}`);
  if (tooCostly.length > 0) process.exitCode = 1;
}

interface Row {
  route: string;
  request: string;
  status: number;
  ms: number;
  limit: number;
}

/** After some to warm up, as the engine compiles what is used often. */
async function measure({ url, answeringSeconds }: RunningServer, sent: Sent): Promise<Pick<Row, 'status' | 'ms'>> {
  let status = 0;
  for (let count = 0; count < requests / 3; count += 1) status = await send(url, sent);
  const before = answeringSeconds();
  for (let count = 0; count < requests; count += 1) await send(url, sent);
  return { status, ms: rounded(((answeringSeconds() - before) / requests) * 1000) };
}

function send(url: string, { method, path, headers, body }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const { hostname, port } = new URL(url);
  const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}
