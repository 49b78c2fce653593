import { referenceOf } from '../reference.ts';
import type { Handling } from '../store.ts';
import type { SimulatedDatabase } from './database.ts';
import { nameOf, type SimulatedMailServer } from './mail-server.ts';
import type { Office } from './office.ts';

type Row = { id: string; enquiryId: string; state: string; handling: Handling; words: string };

/** What the product promises of answers, and a run has broken: none is lost, none goes out twice by itself, and none fails in silence. */
export function brokenReplies(database: SimulatedDatabase, mailServer: SimulatedMailServer, office: Office): string[] {
  const rows = database.file
    .prepare(
      `SELECT replies.id, replies.enquiry_id AS enquiryId, state, handling, text AS words FROM replies
        JOIN deliveries USING (id) JOIN enquiries ON enquiries.id = replies.enquiry_id`,
    )
    .all() as unknown as readonly Row[];
  const erased = new Set(
    database.file
      .prepare('SELECT id FROM erased')
      .all()
      .map(({ id }) => id),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const found: string[] = [];
  const check = (isBroken: boolean, sentence: string): void => void (isBroken && found.push(sentence));

  const heard = [...office.accepted.values()].filter(({ seen }) => seen !== null);
  const versions = heard.map(({ enquiryId, seen }) => `${enquiryId} at ${seen}`);
  for (const [id, { enquiryId }] of office.accepted)
    check(!stored.has(id) && !erased.has(enquiryId), `${id} was accepted and is not stored`);
  check(new Set(rows.map(({ words }) => words)).size < rows.length, 'an answer is stored twice');
  check(new Set(versions).size < versions.length, 'two have answered, and one of them had not seen the other');
  for (const row of rows) {
    const { id, enquiryId, state, handling } = row;
    const [taken, asked] = [
      mailServer.timesTaken(nameOf({ ...row, channel: 'reply' })),
      office.askedAgain.get(id) ?? 0,
    ];
    check(taken > 1 + asked, `${id} was sent ${taken} times, and asked for again ${asked} times`);
    check(
      state === 'delivered' && taken === 0 && !office.saidSent.has(id),
      `${id} counts as delivered, and nobody has it`,
    );
    check(state === 'failed' && taken > 0 && asked === 0, `${id} counts as refused, and was taken`);
    const isUnsent = state === 'failed' || state === 'unsure';
    check(isUnsent && handling !== 'waiting', `${id} is ${state}, and its enquiry ${handling}`);
    check(
      isUnsent && !mailServer.hasToldUnsent(referenceOf(enquiryId)),
      `${id} is ${state}, and no digest tells of it`,
    );
  }
  for (const [enquiryId, replies] of Map.groupBy(rows, (row) => row.enquiryId))
    check(
      replies.every(({ state, handling }) => state === 'delivered' && handling === 'waiting'),
      `${enquiryId} waits, and all answers are delivered`,
    );
  return found;
}
