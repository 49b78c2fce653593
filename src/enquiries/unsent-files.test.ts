import { describe, expect, it } from 'vitest';
import { databaseCases } from '../database/testing/test-postgres.ts';
import { anna, createCoreUnderTest } from './testing/core-under-test.ts';
import { day, sampleFields } from './testing/samples.ts';

const ben = 'ben@ours.example';
const createFile = (name: string) => ({ name, type: 'text/plain', size: name.length, body: Buffer.from(name) });

describe.each(databaseCases)('the files of a reply that is not sent, in %s', (_name, open) => {
  async function start() {
    const core = createCoreUnderTest({ databaseDependencies: await open() });
    const id = await core.receive(sampleFields);
    const list = async (person = anna) => core.enquiries.listUnsentFiles({ enquiryId: id, person });
    const names = async (person?: string) => (await list(person)).map(({ name }) => name);
    const store = (files: string[], droppedIds: string[] = [], person = anna) =>
      core.enquiries.storeUnsentFiles({ enquiryId: id, person }, droppedIds, files.map(createFile));
    const sentNames = async () => (await core.find(id)).files.map(({ name }) => name);
    return { ...core, id, list, names, store, sentNames };
  }

  it('go with the next one of that person if they are ticked, and are gone then', async () => {
    const { id, list, names, store, reply, sentNames } = await start();
    await store(['a.txt', 'b.txt']);
    await store(['bens.txt'], [], ben);
    const [first, bens] = [(await list())[0]?.id ?? '', (await list(ben))[0]?.id ?? ''];
    await reply(id, { unsentFileIds: [first, bens], files: [createFile('c.txt')] });
    expect([await sentNames(), await names(), await names(ben)]).toEqual([['a.txt', 'c.txt'], [], ['bens.txt']]);
  });

  it('are there again for whoever takes a reply back, once', async () => {
    const { id, act, names, reply, enquiries, list } = await start();
    const replyId = await reply(id, { files: [createFile('a.txt')], delay: day });
    for (let press = 0; press < 2; press++) await act(id, { action: 'undo reply', replyId }, ben);
    expect([await names(ben), await names()]).toEqual([['a.txt'], []]);
    await reply(id, { by: ben, unsentFileIds: (await list(ben)).map((one) => one.id) });
    const [file] = await enquiries.readFiles({ id: (await enquiries.find({ id }))[0]?.files[0]?.id ?? '' });
    expect(file?.body.toString()).toBe('a.txt');
  });

  it('are there where the enquiry was merged into, and stay where a reply is refused', async () => {
    const { id, receive, merge, reply, store, enquiries } = await start();
    const target = await receive(sampleFields);
    await store(['a.txt']);
    await merge(id, target);
    expect(await reply(target, { version: 99 })).toBe('conflict');
    expect(await enquiries.listUnsentFiles({ enquiryId: target, person: anna })).toHaveLength(1);
  });

  it('are deleted after a week, and with the enquiry', async () => {
    const { names, store, advanceClock, enquiries } = await start();
    await store(['a.txt']);
    advanceClock(7 * day);
    await enquiries.purgeExpired(365);
    expect(await names()).toEqual(['a.txt']);
    advanceClock(1);
    await enquiries.purgeExpired(365);
    expect(await names()).toEqual([]);
    await store(['b.txt']);
    await enquiries.erase({ email: sampleFields.email });
    expect(await names()).toEqual([]);
  });
});
