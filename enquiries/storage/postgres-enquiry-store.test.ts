import { describe, expect, it } from 'vitest';
import { allChannels, never, now, rules, rulesSince } from '../testing/opened-store.ts';
import { openPostgres, emptiedSchema } from '../testing/postgres.ts';
import { receivedEnquiry, sampleEnquiry } from '../testing/samples.ts';
import { describeEnquiryStore } from '../testing/store-contract.ts';

describe('the PostgreSQL enquiry store', () => {
  describeEnquiryStore(async () => {
    const url = await emptiedSchema();
    const { store } = await openPostgres(url);
    return { store, openAgain: async () => (await openPostgres(url)).store };
  });

  it('passes over a mail that another process is claiming, and does not wait for it', async () => {
    const url = await emptiedSchema();
    const { store, database } = await openPostgres(url);
    const { store: other } = await openPostgres(url);
    await store.add([receivedEnquiry(1), receivedEnquiry(2)], rules);
    const first = sampleEnquiry(1).id;
    await database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('deliveries').selectAll().where('enquiry_id', '=', first).forUpdate().execute();
      expect((await other.claimDue(now, allChannels))?.enquiry?.id).toBe(sampleEnquiry(2).id);
      expect(await other.claimDue(now, allChannels)).toBeNull();
    });
    expect((await other.claimDue(now, allChannels))?.enquiry?.id).toBe(first);
  });

  it('has one address acknowledged once that two processes hear from at the same time', async () => {
    const url = await emptiedSchema();
    const { store } = await openPostgres(url);
    const stores = [store, (await openPostgres(url)).store];
    const wanted = { webhook: false, acknowledgement: true };
    await Promise.all(stores.map((store, at) => store.add([receivedEnquiry(at)], rulesSince(never, wanted))));
    const ids = [0, 1].map((number) => sampleEnquiry(number).id);
    const deliveries = await Promise.all(ids.map((id) => store.deliveries(id)));
    expect(deliveries.flat().filter((one) => one.channel === 'acknowledgement')).toHaveLength(1);
  });

  it('stores a submission once that two processes are given at the same time', async () => {
    const url = await emptiedSchema();
    const [{ store: one }, { store: other }] = [await openPostgres(url), await openPostgres(url)];
    const repeated = Array.from({ length: 20 }, (_, at) => receivedEnquiry(at, { key: 'a key', message: 'The same' }));
    const added = await Promise.all(repeated.map((enquiry, at) => (at % 2 ? one : other).add([enquiry], rules)));
    expect(added.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(added.flat().map(({ id }) => id)).size).toBe(1);
    expect(await one.count({})).toBe(1);
  });
});
