import { referenceOf } from '../reference.ts';
import type { Status } from '../model.ts';
import type { SimulatedDatabase } from './database.ts';
import { nameOf, type SimulatedMailServer } from './mail-server.ts';
import type { Office } from './office.ts';

type Row = { id: string; enquiryId: string; state: string; status: Status; words: string };

/** What the product promises of answers, and a run has broken: none is lost, none goes out twice by itself, and none fails in silence. */
export function brokenReplies(database: SimulatedDatabase, mailServer: SimulatedMailServer, office: Office): string[] {
  const rows = database.file
    .prepare(
      `SELECT messages.id, enquiry_id AS enquiryId, state, status, text AS words FROM messages
        JOIN deliveries USING (id) JOIN enquiries ON enquiries.id = enquiry_id`,
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
    const { id, enquiryId, state, status } = row;
    const [taken, asked] = [
      mailServer.timesTaken(nameOf({ id, aboutId: enquiryId, kind: 'reply' })),
      office.askedAgain.get(id) ?? 0,
    ];
    check(taken > 1 + asked, `${id} was sent ${taken} times, and asked for again ${asked} times`);
    check(
      state === 'delivered' && taken === 0 && !office.saidSent.has(id),
      `${id} counts as delivered, and nobody has it`,
    );
    check(state === 'failed' && taken > 0 && asked === 0, `${id} counts as refused, and was taken`);
    const isUnsent = state === 'failed' || state === 'unconfirmed';
    check(isUnsent && status !== 'open', `${id} is ${state}, and its enquiry ${status}`);
    check(
      isUnsent && !mailServer.hasToldUnsent(referenceOf(enquiryId)),
      `${id} is ${state}, and no digest tells of it`,
    );
  }
  for (const [enquiryId, replies] of Map.groupBy(rows, (row) => row.enquiryId))
    check(
      replies.every(({ state, status }) => state === 'delivered' && status === 'open'),
      `${enquiryId} is open, and all answers are delivered`,
    );
  return found;
}
