import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { databaseCases, openTestPostgres, prepareEmptySchema } from '../database/testing/test-postgres.ts';
import type { Mail } from '../outbox/mail.ts';
import type { SendOutcome } from '../outbox/send-outcome.ts';
import { lockEnquiry } from './repository.ts';
import { anna, createCoreUnderTest, permanentRefusal, temporaryRefusal } from './testing/core-under-test.ts';
import { createReceivedMail } from './testing/samples.ts';

const delivered = { delivered: true } as const;
const rounds = 10;

/** A closed enquiry and an open one, of which a reply waits to be sent. */
type Pair = Awaited<ReturnType<typeof createPair>>;
type Act = (pair: Pair) => Promise<unknown>;

const merge: Act = (pair) => pair.merge(pair.open, pair.closed);
const mergeBack: Act = (pair) => pair.merge(pair.closed, pair.open);
const reopen: Act = ({ act, open }) => act(open, 'reopen');
const close: Act = ({ enquiries, open }) =>
  enquiries.applyAction(open, { action: 'close' }, { actor: anna, expectedVersion: 1 });
const undo: Act = ({ act, open, replyId }) => act(open, { action: 'undo reply', replyId });
const send: Act = ({ deliver }) => deliver();
const receive: Act = ({ receiveMail, answer }) => receiveMail(answer);

/** What happens at once, what the mail server says, and what was before. */
const races: [name: string, acts: Act[], outcome?: SendOutcome, before?: Act][] = [
  ['undo × first attempt', [undo, send]],
  ['undo × attempt that is refused', [undo, send], temporaryRefusal],
  ['merge × reply delivered', [merge, send]],
  ['merge × reply refused', [merge, send], permanentRefusal],
  ['merge × received mail', [merge, receive]],
  ['merge × undo', [merge, undo]],
  ['merge × its opposite', [merge, mergeBack]],
  ['merge × itself × reply delivered', [merge, merge, send]],
  ['close × received mail', [close, receive]],
  ['opening a merged one × reply refused', [reopen, send], permanentRefusal, merge],
  ['opening a merged one × received mail', [reopen, receive], delivered, merge],
  ['opening a merged one × its merging × reply refused', [reopen, merge, send], permanentRefusal, merge],
];

it.each(databaseCases.flatMap(([name, open]) => races.map((race) => [race[0], name, race, open] as const)))(
  '%s leaves nothing lost, doubled, or open and merged at once, in %s',
  async (_race, _database, [, acts, outcome = delivered, before], openDatabase) => {
    const taken: Mail[] = [];
    async function send(mail: Mail): Promise<SendOutcome> {
      if (!mail.uniqueName.startsWith('reply-')) return delivered;
      if (outcome.delivered) taken.push(mail);
      return outcome;
    }
    const core = createCoreUnderTest({ databaseDependencies: await openDatabase(), mailer: { send } });
    const ids = await Promise.all(Array.from({ length: 2 * rounds }, () => core.receive()));
    await core.deliver();
    // Rounds overlap, so that each pair of acts meets in many ways.
    const begun = Array.from({ length: rounds }, async (_, round) => {
      const both = ids.slice(2 * round, 2 * round + 2);
      const pair = await createPair(core, round % 4 < 2 ? both : both.toReversed());
      await before?.(pair);
      const atOnce = round % 2 === 0 ? acts : acts.toReversed();
      const results = await Promise.all(atOnce.map((act) => act(pair)));
      return { pair, isUndone: results[atOnce.indexOf(undo)] === 'done' };
    });
    for (const { pair, isUndone } of await Promise.all(begun))
      await checkPair(pair, { isUndone, isReceived: acts.includes(receive), taken });
    expect(core.faults).toEqual([]);
  },
);

async function createPair(core: ReturnType<typeof createCoreUnderTest>, [open = '', closed = '']: readonly string[]) {
  await core.act(closed, 'close');
  const replyId = await core.reply(open);
  const references = (await core.find(open)).replies.map(({ messageId }) => messageId);
  const answer = createReceivedMail({ references, text: 'Back' });
  return { ...core, open, closed, replyId, answer };
}

/** Checks what holds in whichever order things have happened. */
async function checkPair(
  { find, open, closed, replyId }: Pair,
  { isUndone, isReceived, taken }: { isUndone: boolean; isReceived: boolean; taken: readonly Mail[] },
): Promise<void> {
  const both = [await find(open), await find(closed)];
  expect(both.filter(({ status, mergedInto }) => mergedInto !== null && status !== 'closed')).toEqual([]);
  const roots = both.filter(({ mergedInto }) => mergedInto === null);
  const messages = roots.flatMap((one) => one.messages);
  expect(messages.filter(({ text }) => text === 'Back')).toHaveLength(isReceived ? 1 : 0);
  const replies = messages.filter(({ id }) => id === replyId);
  expect(replies).toHaveLength(isUndone ? 0 : 1);
  const copies = taken.filter(({ uniqueName }) => uniqueName.endsWith(replyId.slice('reply.'.length)));
  expect(copies.length).toBeLessThanOrEqual(isUndone ? 0 : 1);
  const isAnswered = replies[0]?.delivery?.state === 'delivered' && !isReceived;
  expect(roots.some(({ status }) => status === 'open')).toBe(!isAnswered);
}

it('who waited for an enquiry that was merged meanwhile holds the other one alone', async () => {
  const databaseDependencies = await openTestPostgres(await prepareEmptySchema());
  const { database, dialect } = databaseDependencies;
  const { receive } = createCoreUnderTest({ databaseDependencies });
  const [source, target] = [await receive(), await receive()];
  const [merging, waiting] = [await database.startTransaction().execute(), await database.startTransaction().execute()];
  await merging.updateTable('enquiries').set({ merged_into: target }).where('id', '=', source).execute();
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(waiting);
  const locked = lockEnquiry({ database: waiting, dialect }, source);
  const isWaiting = sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid = ${rows[0]?.pid}`;
  await expect
    .poll(async () => (await isWaiting.execute(database)).rows.length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  await merging.commit().execute();
  expect(await locked).toBe(target);
  const free = database.selectFrom('enquiries').select('id').forUpdate().skipLocked();
  expect(await free.execute()).toEqual([{ id: source }]);
  await waiting.rollback().execute();
});
