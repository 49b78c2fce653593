import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { startOperator } from './testing/operator.ts';

describe('enquiries list', () => {
  it('shows the newest first, a line each', async () => {
    const { receive, run } = await startOperator();
    const first = await receive();
    const second = await receive({ name: 'B'.repeat(24), subject: 'x'.repeat(100) });
    const { out, err } = await run('enquiries', 'list');
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^REFERENCE +RECEIVED +HANDLING +MAIL +NAME +SUBJECT$/);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    expect(rows[0]).toMatch(new RegExp(`^${referenceOf(second)}  ${time}  waiting   due   B{24}  x{39}…$`));
    expect(rows[1]).toMatch(new RegExp(`^${referenceOf(first)}  .*Ada Example +A quotation$`));
    expect(rows).toHaveLength(2);
    expect(err).toBe('');
  });

  it.each(['quarantined', 'set-aside'])('says why, of what is %s', async (state) => {
    const { receive, receiveSpam, run } = await startOperator();
    const spam = await receiveSpam();
    await receive();
    const row = new RegExp(`REASON\n${referenceOf(spam)}  .*  set aside  quarantined  .*the hidden field.*\n$`);
    expect((await run('enquiries', 'list', '--state', state)).out).toMatch(row);
  });

  it('takes what people have made of them, a stretch of time with its last day, and words', async () => {
    const { enquiries, receive, receiveSpam, runJson } = await startOperator();
    const answered = await receive();
    await enquiries.act(answered, { act: 'answer' }, { who: 'anna@example.com' });
    await enquiries.deliverDue();
    const [older, newer] = [await receive(), await receive({ message: 'We use POWER platform' })];
    const spam = await receiveSpam();
    const today = new Date().toLocaleDateString('sv-SE');
    for (const [filter, ...ids] of [
      ['--state waiting', newer, older],
      ['--state answered', answered],
      ['--state set-aside', spam],
      ['--state due', newer, older],
      ['--text power', newer],
      [`--from ${today} --until ${today}`, spam, newer, older, answered],
      ['--from 2999-01-01'],
    ] as const) {
      const listed = (await runJson('enquiries', 'list', ...filter.split(' '))) as { id: string }[];
      expect([filter, ...listed.map(({ id }) => id)]).toEqual([filter, ...ids]);
    }
  });

  it.each([
    ['', 'There are no enquiries.'],
    ['--state set-aside', 'No enquiry is set aside.'],
    ['--until 2000-01-01', 'No enquiry matches.'],
    ['--before 01a1fc16-0000-7000-8000-000000000001', 'There are no older ones.'],
  ])('says where "%s" finds nothing what there is none of', async (filter, says) => {
    const { run } = await startOperator();
    expect(await run(...`enquiries list ${filter}`.trim().split(' '))).toEqual({ code: 0, out: `${says}\n`, err: '' });
  });

  it('tells the call for the next page, which a shell takes as it is, until there is none', async () => {
    const { receive, run } = await startOperator();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await receive({ company: "Ada's & Co" }));
    const pages: string[][] = [];
    let call = `enquiries list --state waiting --text "ada's & co" --limit 2 --json`;
    while (call !== '') {
      const args = execFileSync('sh', ['-c', `printf '%s\\n' ${call}`], { encoding: 'utf8' });
      const { out, err } = await run(...args.trimEnd().split('\n'));
      pages.push((JSON.parse(out) as { id: string }[]).map(({ id }) => id));
      call = /^These are 2 of 5\. The next page:\nnpm run admin -- (.*)\n$/.exec(err)?.[1] ?? err;
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });
});
