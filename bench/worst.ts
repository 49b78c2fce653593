import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type Case, compare } from './compare.ts';
import type { Row } from './report.ts';
import { startUnlimitedSite } from './start-server.ts';
import { routesWith, type Sent, worstOf } from './worst-requests.ts';

/** How many of a route are shown: the costliest. */
const shown = 5;

/**
 * What the most expensive requests that a stranger can send cost the server, in milliseconds of its processor time, beside the
 * ordinary request of the same route.
 */
export async function measureWorst(requests: number): Promise<Row[]> {
  const server = await startUnlimitedSite({
    // With all that is read of a request.
    SITE_URL: 'https://www.example.com',
    TRUST_PROXY: '1',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const figures: Row[] = [];
  for (const { limit, ...ordinary } of routesWith(`/assets/${readdirSync('build/client/assets')[0]}`)) {
    const figure = `ms of ${ordinary.method} ${ordinary.path}`;
    const usual = { [figure]: await measure(ordinary) };
    const cases = Object.entries(worstOf(ordinary)).map(([name, sent]): Case => ({
      name,
      aims: { [figure]: ['figure', 'at most', limit] },
      ours: async () => ({ [figure]: await measure(sent) }),
      reference: async () => usual,
    }));
    const rows = await compare(cases, 1);
    figures.push(...rows.toSorted((one, other) => (other.ours[0] ?? NaN) - (one.ours[0] ?? NaN)).slice(0, shown));
  }
  return figures;

  /** After some to warm up, as the engine compiles what is used often. */
  async function measure(sent: Sent): Promise<number> {
    for (let count = 0; count < requests / 3; count += 1) await send(server.url, agent, sent);
    const before = server.answeringSeconds();
    for (let count = 0; count < requests; count += 1) await send(server.url, agent, sent);
    return ((server.answeringSeconds() - before) / requests) * 1000;
  }
}

async function send(url: string, agent: Agent, { method, path, headers, body }: Sent): Promise<void> {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
  const { hostname, port } = new URL(url);
  const asked = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }).end(body);
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
}
