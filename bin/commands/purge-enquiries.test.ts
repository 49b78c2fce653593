import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startOperator, type Operator } from '../testing/operator.ts';

// Enquiries are received in May, and the command is called in June.
async function operatorInJune(changes: Record<string, string> = {}): Promise<{ operator: Operator; ids: string[] }> {
  vi.useFakeTimers({ toFake: ['Date'] });
  const operator = await startOperator(changes);
  const ids: string[] = [];
  for (const day of ['2026-05-01', '2026-05-11', '2026-05-31']) {
    vi.setSystemTime(`${day}T12:00:00Z`);
    ids.push(await operator.receive());
  }
  vi.setSystemTime('2026-06-10T12:00:00Z');
  return { operator, ids };
}

afterEach(() => vi.useRealTimers());

describe('enquiries purge', () => {
  it('only shows how many and how old, until --yes', async () => {
    const { operator } = await operatorInJune();
    const { code, out, err } = await operator.run('enquiries', 'purge', '--older-than', '20');
    expect(code).toBe(2);
    expect(out).toMatch(/^2 enquiries older than 20 days, received 2026-05-01 \d\d:\d\d to 2026-05-11 \d\d:\d\d\.\n$/);
    expect(err).toContain('--yes');
    const asJson = await operator.run('enquiries', 'purge', '--older-than', '20', '--json');
    expect(JSON.parse(asJson.out)).toEqual({
      receivedBefore: '2026-05-21T12:00:00.000Z',
      enquiries: 2,
      oldest: '2026-05-01T12:00:00.000Z',
      newest: '2026-05-11T12:00:00.000Z',
      purged: false,
    });
    expect(await operator.composition.enquiries.count({})).toBe(3);
  });

  it('erases them with their mails, and leaves the younger ones', async () => {
    const { operator, ids } = await operatorInJune();
    await operator.composition.enquiries.deliverDue();
    const { code, out } = await operator.run('enquiries', 'purge', '--older-than', '20', '--yes');
    expect(code).toBe(0);
    expect(out).toMatch(/\nErased 2 enquiries\.\n$/);
    expect(await operator.composition.enquiries.list({ limit: 10 })).toMatchObject([{ id: ids[2] }]);
    expect(readdirSync(operator.config.mailFolder)).toEqual([`${ids[2]}.eml`]);
  });

  it('takes RETENTION_DAYS where no number is named', async () => {
    const { operator } = await operatorInJune({ RETENTION_DAYS: '35' });
    const { out } = await operator.run('enquiries', 'purge', '--yes', '--json');
    expect(JSON.parse(out)).toMatchObject({ enquiries: 1, oldest: '2026-05-01T12:00:00.000Z', purged: true });
    expect(await operator.composition.enquiries.count({})).toBe(2);
  });

  it('has nothing to ask where nothing is that old', async () => {
    const { operator } = await operatorInJune();
    expect(await operator.run('enquiries', 'purge', '--older-than', '90')).toEqual({
      code: 0,
      out: 'No enquiry is older than 90 days.\n',
      err: '',
    });
  });

  it.each(['0', 'x', '1.5', '36501', '-3'])('refuses %s days', async (days) => {
    const { run } = await startOperator();
    expect((await run('enquiries', 'purge', `--older-than=${days}`, '--yes')).code).toBe(2);
  });
});
