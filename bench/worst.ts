import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Figure } from './report.ts';
import { type RunningServer, startUnlimitedSite } from './start-site.ts';
import { routesWith, type Sent, worstOf } from './worst-requests.ts';

/**
 * What the most expensive requests that a stranger can send cost the server, in milliseconds of its processor time, beside the
 * ordinary request of the same route. Shows the costliest of each route.
 */
export async function measureWorst(requests: number, shown: number): Promise<Figure[]> {
  const server = await startUnlimitedSite({
    // With all that is read of a request.
    SITE_URL: 'https://www.example.com',
    TRUST_PROXY: '1',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const figures: Figure[] = [];
  for (const { limit, ...ordinary } of routesWith(`/assets/${readdirSync('build/client/assets')[0]}`)) {
    const reference = [await measure(ordinary)];
    const costs: [what: string, ms: number][] = [];
    for (const [what, sent] of Object.entries(worstOf(ordinary))) costs.push([what, await measure(sent)]);
    const costliest = costs.toSorted(([, one], [, other]) => other - one).slice(0, shown);
    const rows = Object.fromEntries(costliest.map(([what, ms]) => [what, { ours: [ms], reference }]));
    figures.push({ name: `ms of ${ordinary.method} ${ordinary.path}`, aim: ['figure', 'at most', limit], rows });
  }
  agent.destroy();
  await server.stop();
  return figures;

  /** After some to warm up, as the engine compiles what is used often. */
  async function measure(sent: Sent): Promise<number> {
    for (let count = 0; count < requests / 3; count += 1) await send(server, agent, sent);
    const before = server.answeringSeconds();
    for (let count = 0; count < requests; count += 1) await send(server, agent, sent);
    return ((server.answeringSeconds() - before) / requests) * 1000;
  }
}

async function send({ url }: RunningServer, agent: Agent, { method, path, headers, body }: Sent): Promise<void> {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const { hostname, port } = new URL(url);
  const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }).end(body);
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
}
