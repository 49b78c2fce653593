import { describe, expect, it } from 'vitest';
import { fields } from '../../enquiries/testing/samples.ts';
import { startOperator } from '../testing/operator.ts';

describe('enquiries show', () => {
  it('shows one in full', async () => {
    const { receive, run } = await startOperator();
    const id = await receive();
    const { code, out } = await run('enquiries', 'show', id);
    expect(code).toBe(0);
    for (const text of [id, ...Object.values(fields), 'due now']) expect(out).toContain(text);
    expect(JSON.parse((await run('enquiries', 'show', id, '--json')).out)).toMatchObject({ id, ...fields });
  });

  it('shows of a quarantined one why, and what lets it go', async () => {
    const { receive, run } = await startOperator();
    await receive();
    const id = await receive({ message: fields.message });
    const { out } = await run('enquiries', 'show', id);
    expect(out).toContain(`enquiries release ${id}`);
    expect(out).toMatch(/^Reason: {4}the same text/m);
  });

  it('says when there is no such enquiry', async () => {
    const { run } = await startOperator();
    expect(await run('enquiries', 'show', 'nobody')).toEqual({
      code: 1,
      out: '',
      err: 'There is no enquiry nobody.\n',
    });
    expect((await run('enquiries', 'show')).code).toBe(2);
  });
});
