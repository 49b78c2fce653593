import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../testing/opened-store.ts';
import { receivedEnquiry, sampleEnquiry } from '../testing/samples.ts';
import { describeEnquiryStore } from '../testing/store-contract.ts';
import { temporarySqlite } from '../testing/temporary.ts';

describe('the SQLite enquiry store', () => {
  describeEnquiryStore(async () => {
    const { store, path } = temporarySqlite();
    return { store, openAgain: async () => temporarySqlite(path).store };
  });

  it('leaves nothing of an erased enquiry in any file', async () => {
    const { store, path } = temporarySqlite();
    await store.add([receivedEnquiry(1, { message: 'unmistakable-words' })], rules);
    const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
    expect(files()).toContain('unmistakable-words');
    await store.erase({ id: sampleEnquiry(1).id });
    expect(files()).not.toContain('unmistakable-words');
  });
});
