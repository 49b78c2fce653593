import { afterEach, describe, expect, it, vi } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startOperator } from './testing/operator.ts';

afterEach(() => vi.useRealTimers());

describe('enquiries erase', () => {
  it('shows what it would erase, and with --yes erases one enquiry or all of one person', async () => {
    const { enquiries, receive, run, runJson } = await startOperator();
    const id = await receive();
    await receive();
    const other = await receive({ email: 'else@example.com' });
    const shown = await run('enquiries', 'erase', fields.email);
    expect([shown.code, shown.out]).toEqual([2, expect.stringContaining(referenceOf(id))]);
    expect(shown.err).toContain('--yes to erase 2 enquiries;');
    expect(await runJson('enquiries', 'erase', id)).toEqual({ wouldErase: [id] });
    expect(await enquiries.count({})).toBe(3);

    const erased = await run('enquiries', 'erase', fields.email.toUpperCase(), '--yes');
    expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/\nErased 2 enquiries\.\n$/), err: '' });
    expect(await runJson('enquiries', 'erase', referenceOf(other), '--yes')).toEqual({ erased: [other] });
    for (const gone of [other, referenceOf(other), fields.email]) {
      const none = { code: 1, out: '', err: `No enquiry matches ${gone}.\n` };
      expect(await run('enquiries', 'erase', gone, '--yes')).toEqual(none);
    }
  });

  it('shows with --yes and without what the filters let pass, and erases that alone', async () => {
    const { enquiries, receive, receiveSpam, run, runJson } = await startOperator();
    const id = await receive();
    const spam = [await receiveSpam(), await receiveSpam()].toReversed();
    const filter = ['--state', 'set-aside', '--until', '2999-01-01'];
    const shown = await run('enquiries', 'erase', ...filter);
    expect([shown.code, shown.err]).toEqual([2, expect.stringContaining('--yes to erase 2 enquiries;')]);
    expect(shown.out).toMatch(new RegExp(`^${spam.map((one) => `${referenceOf(one)}  .*\n`).join('')}$`));
    expect(await runJson('enquiries', 'erase', ...filter)).toEqual({ wouldErase: spam });
    expect(await enquiries.count({})).toBe(3);

    expect(await runJson('enquiries', 'erase', ...filter, '--yes')).toEqual({ erased: spam });
    expect(await enquiries.find({ id })).toHaveLength(1);
    const none = { code: 0, out: 'No enquiry matches.\n', err: '' };
    expect(await run('enquiries', 'erase', ...filter, '--yes')).toEqual(none);
    expect(await runJson('enquiries', 'erase', ...filter)).toEqual({ wouldErase: [] });
  });

  it('shows the newest 50 of many, and how many more there are', async () => {
    const { receiveSpam, run } = await startOperator();
    for (let count = 0; count < 52; count += 1) await receiveSpam();
    const { out, err } = await run('enquiries', 'erase', '--state', 'quarantined');
    expect(out).toMatch(/^(?:.+  quarantined  .+\n){50}and 2 more, older ones\.\n$/);
    expect(err).toContain('--yes to erase 52 enquiries;');
  });
});

describe('enquiries purge', () => {
  it('shows how many and how old, and with --yes erases what is older than the days or RETENTION_DAYS', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { enquiries, receive, run, runJson } = await startOperator({ RETENTION_DAYS: '15' });
    for (const day of ['05-01', '05-11', '05-21', '05-31']) {
      vi.setSystemTime(`2026-${day}T12:00:00Z`);
      await receive();
    }
    vi.setSystemTime('2026-06-10T12:00:00Z');
    const older = ['enquiries', 'purge', '--older-than', '25'];
    const time = String.raw`\d\d:\d\d`;
    const says = `^2 enquiries older than 25 days, received 2026-05-01 ${time} to 2026-05-11 ${time}\\.\n2 of them not mailed`;
    const [out, err] = [expect.stringMatching(says), expect.stringContaining('--yes to erase 2 enquiries;')];
    expect(await run(...older)).toEqual({ code: 2, out, err });
    const [receivedBefore, oldest, newest] = ['05-16', '05-01', '05-11'].map((day) => `2026-${day}T12:00:00.000Z`);
    const json = { receivedBefore, enquiries: 2, oldest, newest };
    expect(await runJson(...older)).toEqual({ ...json, purged: false });
    expect(await enquiries.count({})).toBe(4);
    expect(await runJson(...older, '--yes')).toEqual({ ...json, purged: true });
    const erased = /^1 enquiry older .*\n1 of them not mailed.*\nErased 1 enquiry\.\n$/;
    expect((await run('enquiries', 'purge', '--yes')).out).toMatch(erased);
    expect(await enquiries.count({})).toBe(1);
    const none = { code: 0, out: 'No enquiry is older than 15 days.\n', err: '' };
    expect(await run('enquiries', 'purge')).toEqual(none);
  });
});
