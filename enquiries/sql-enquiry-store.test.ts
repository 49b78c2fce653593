import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actOn, fill, idsOf, now } from './testing/opened-store.ts';
import { emptiedSchema, openPostgres } from '../database/testing/postgres.ts';
import { receivedEnquiry } from './testing/samples.ts';
import { describeEnquiryStore } from './testing/store-contract.ts';
import { temporarySqlite } from '../database/testing/temporary.ts';

describe('the SQLite enquiry store', () => {
  describeEnquiryStore(async () => {
    const { store, path } = temporarySqlite();
    return { store, openAgain: async () => temporarySqlite(path).store };
  });

  it('leaves nothing of an erased enquiry in any file', async () => {
    const { store, path } = temporarySqlite();
    await fill(store, receivedEnquiry(1, { message: 'unmistakable-words' }));
    const [enquiryId, text] = [`${idsOf(1)[0]}`, 'unmistakable-answer'];
    const delivery = { id: 'reply.1', channel: 'reply', event: '', enquiryId, messageId: '<1>' } as const;
    await store.reply(actOn(enquiryId), { text, delivery, limit: { since: now, most: 1 } }, 0);
    const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
    for (const word of ['words', 'answer']) expect(files()).toContain(`unmistakable-${word}`);
    await store.erase({ ids: idsOf(1) });
    expect(files()).not.toContain('unmistakable-');
  });
});

describe('the PostgreSQL enquiry store', () => {
  describeEnquiryStore(async () => {
    const url = await emptiedSchema();
    const { store } = await openPostgres(url);
    return { store, openAgain: async () => (await openPostgres(url)).store };
  });
});
