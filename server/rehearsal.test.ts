import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { eachUrl } from '../enquiries/testing/postgres.ts';
import { startSite } from '../start/testing/site-under-test.ts';
import { submit } from '../start/testing/submissions.ts';
import { createSubmissionLimits } from './limits.ts';

const rehearsal = readFileSync('deploy/rehearsal.json', 'utf8');

describe.each(eachUrl)('a rehearsal of the form on %s', (_what, makeUrl) => {
  const env = async () => ({ DATABASE_URL: await makeUrl() });

  it('goes all the way, without limits, and leaves nothing', async () => {
    const site = await startSite(await env(), {
      rehearsalSecret: 'the secret',
      limits: createSubmissionLimits({ perAddress: 1, overall: 1, setAside: 1 }),
    });
    for (const _again of [1, 2, 3])
      expect((await submit(site, rehearsal, { 'x-rehearsal': 'the secret' })).status).toBe(200);
    expect((await submit(site, {}, { 'x-rehearsal': 'the secret' })).status).toBe(422);
    expect(await site.core.enquiries.count({})).toBe(0);
    expect((await submit(site)).status).toBe(200);
    expect(await site.core.enquiries.deliverDue()).toMatchObject({ delivered: 1 });
  });

  it('fails where an enquiry could not be stored, although the database can be written', async () => {
    const site = await startSite(await env(), { rehearsalSecret: 'the secret' });
    await sql`ALTER TABLE deliveries RENAME COLUMN due_at TO due`.execute(site.core.database.database);
    expect((await submit(site, rehearsal, { 'x-rehearsal': 'the secret' })).status).toBe(503);
    await site.core.enquiries.proveWritable();
  });
});

it.each([
  ['another word', 'the secret', 'a guess'],
  ['any word where there is no secret', undefined, ''],
])('a submission with %s is an enquiry like any', async (_what, rehearsalSecret, word) => {
  const site = await startSite({}, { rehearsalSecret });
  expect((await submit(site, rehearsal, { 'x-rehearsal': word })).status).toBe(200);
  expect(await site.core.enquiries.count({})).toBe(1);
});
