import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../enquiries/core/reference.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startOperator } from './testing/operator.ts';

describe('enquiries list', () => {
  it('shows the newest first, a line each', async () => {
    const { receive, run } = await startOperator();
    expect((await run('enquiries', 'list')).out).toBe('There are no enquiries.\n');
    const first = await receive();
    const second = await receive({ name: 'Bob', subject: 'x'.repeat(100) });
    const { out, err } = await run('enquiries', 'list');
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^REFERENCE +RECEIVED +HANDLING +MAIL +NAME +SUBJECT$/);
    expect(rows).toEqual([
      expect.stringMatching(
        new RegExp(`^${referenceOf(second)}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  waiting   due   Bob +x{39}…$`),
      ),
      expect.stringMatching(new RegExp(`^${referenceOf(first)}  .*Ada Example +A quotation$`)),
    ]);
    expect(err).toBe('');
  });

  it.each(['quarantined', 'set-aside'])('says why, of what is %s', async (state) => {
    const { receive, receiveSpam, run } = await startOperator();
    const spam = await receiveSpam();
    await receive();
    const { out } = await run('enquiries', 'list', '--state', state);
    const row = new RegExp(`REASON\n${referenceOf(spam)}  .*  set aside  quarantined  .*the hidden field.*\n$`);
    expect(out).toMatch(row);
  });

  it('takes what people have made of them', async () => {
    const { enquiries, receive, receiveSpam, run, runJson } = await startOperator();
    expect((await run('enquiries', 'list', '--state', 'set-aside')).out).toBe('No enquiry is set aside.\n');
    const [answered, older, newer] = [await receive(), await receive(), await receive()];
    const spam = await receiveSpam();
    await enquiries.act(answered, { act: 'answer' }, { who: 'anna@example.com' });
    expect(await runJson('enquiries', 'list', '--state', 'waiting')).toMatchObject([{ id: newer }, { id: older }]);
    expect(await runJson('enquiries', 'list', '--state', 'answered')).toMatchObject([{ id: answered }]);
    expect(await runJson('enquiries', 'list', '--state', 'set-aside')).toMatchObject([{ id: spam }]);
    expect((await run('enquiries', 'list', '--state', 'waiting', '--limit', '1')).err).toMatch(
      new RegExp(`^These are 1 of 2[^]*--state waiting .*--before ${newer}\n$`),
    );
  });

  it('takes a state, a stretch of time with its last day, and words', async () => {
    const { enquiries, receive, run, runJson } = await startOperator();
    await receive();
    await enquiries.deliverDue();
    const id = await receive({ message: 'We use POWER platform' });
    const today = new Date().toLocaleDateString('sv-SE');
    const due = [{ id, name: fields.name, delivery: { state: 'due' } }];
    expect(await runJson('enquiries', 'list', '--state', 'due')).toMatchObject(due);
    expect(await runJson('enquiries', 'list', '--text', 'Power Platform')).toMatchObject(due);
    expect(await runJson('enquiries', 'list', '--from', today, '--until', today)).toHaveLength(2);
    expect(await runJson('enquiries', 'list', '--from', '2999-01-01')).toEqual([]);
    expect((await run('enquiries', 'list', '--until', '2000-01-01')).out).toBe('No enquiry matches.\n');
    expect((await run('enquiries', 'list', '--state', 'failed')).out).toBe('No enquiry is failed.\n');
  });

  it('tells the call for the next page, which a shell takes as it is, until there is none', async () => {
    const { receive, run } = await startOperator();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await receive({ company: "Ada's & Co" }));
    const pages: string[][] = [];
    let call = `enquiries list --text "ada's & co" --limit 2 --json`;
    while (call !== '') {
      const args = execFileSync('sh', ['-c', `printf '%s\\n' ${call}`], { encoding: 'utf8' })
        .trimEnd()
        .split('\n');
      const { out, err } = await run(...args);
      pages.push((JSON.parse(out) as { id: string }[]).map(({ id }) => id));
      call = /^These are 2 of 5\. The next page:\nnpm run admin -- (.*)\n$/.exec(err)?.[1] ?? err;
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect((await run('enquiries', 'list', '--before', ids.at(-1) ?? '')).out).toBe('There are no older ones.\n');
  });
});
