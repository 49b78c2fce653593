import { describe, expect, it, vi } from 'vitest';
import { startSiteProcess } from '../start/testing/site-process.ts';

interface Line {
  msg: string;
  status?: number;
  refused?: Record<string, number>;
}

describe('a flood of requests that are refused', () => {
  it('fills no log: some stand in it, the others are counted by status, and what is no refusal stands in it always', async () => {
    const { url, output } = await startSiteProcess({});
    const send = async (path: string, method = 'GET') => {
      const answer = await fetch(url + path, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    const counted = new Map<number, number>();
    for (let count = 0; count < 300; count += 1)
      for (const status of [await send('/api/nothing'), await send('/functions/v1/send-contact-email', 'PUT')])
        counted.set(status, (counted.get(status) ?? 0) + 1);
    for (let count = 0; count < 30; count += 1) expect(await send('/healthz')).toBe(200);
    expect([...counted]).toEqual([
      [404, 300],
      [405, 300],
    ]);

    const lines = () =>
      output.out
        .split('\n')
        .slice(0, -1)
        .filter((line) => line.startsWith('{'));
    const read = () => lines().map((line) => JSON.parse(line) as Line);
    const told = (status: number) =>
      read().filter((line) => line.status === status).length +
      read().reduce((sum, { refused }) => sum + (refused?.[status] ?? 0), 0);
    // What the API has nothing at is told twice: as an unknown path, and as a request.
    const taken = () => read().filter(({ msg, status }) => msg === 'request' && status === 200).length;
    await vi.waitFor(() => expect([told(404), told(405), taken()]).toEqual([600, 300, 30]), { timeout: 10_000 });
    const summaries = read().filter(({ msg }) => msg === 'more requests were refused').length;
    expect(summaries).toBeGreaterThan(0);
    const written = read().filter(({ status = 0 }) => status >= 400).length;
    expect(written).toBeLessThanOrEqual(20 * (summaries + 1));
  });
});
