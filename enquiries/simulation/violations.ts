import { referenceOf } from '../reference.ts';
import type { DeliveryState } from '../../outbox/delivery.ts';
import type { Status } from '../model.ts';
import type { SimulatedDatabase } from './database.ts';
import { formatDeliveryName, type SimulatedMailServer } from './mail-server.ts';
import { isProgram, type People } from './people.ts';

type Row = { id: string; aboutId: string; kind: string; state: DeliveryState; status: Status; text: string };
type Check = (isBroken: boolean, sentence: string) => void;

/**
 * Returns the broken promises of a run: nothing is lost, nothing is sent twice automatically, and nothing fails
 * silently. Failed deliveries are not silent: /readyz and an alert report them.
 */
export function findViolations(database: SimulatedDatabase, mailServer: SimulatedMailServer, people: People): string[] {
  const read = (query: string) => database.file.prepare(`SELECT ${query}`).all() as unknown as readonly Row[];
  const enquiries = read(`id, status FROM enquiries`);
  const deliveries = read(`deliveries.id, about_id AS aboutId, kind, state, status
    FROM deliveries JOIN enquiries ON enquiries.id = about_id`);
  const answers = read(`id, text FROM messages WHERE direction = 'out'`);
  const { taken, excused, digests } = mailServer;
  const found: string[] = [];
  const check: Check = (isBroken, sentence) => void (isBroken && found.push(sentence));

  checkAcknowledged(check, people, mailServer, new Map(enquiries.map(({ id, status }) => [id, status])));
  const called = new Set(deliveries.flatMap(({ kind, aboutId }) => (kind === 'webhook' ? aboutId : [])));
  for (const { id, status } of enquiries) {
    const isTold = digests.some((text) => text.includes(referenceOf(id)));
    check(status === 'spam' && !isTold, `${id} was set aside, and no digest has told of it`);
    check(!called.has(id), `${id} is stored, and no call of the webhook is`);
  }
  for (const name of taken.names())
    check(taken.of(name) > 1 + excused.of(name), `${name} was sent ${taken.of(name)} times, and nobody is to blame`);
  for (const row of deliveries) {
    const isTaken = taken.of(formatDeliveryName(row)) > 0 || people.saidSent.has(row.id);
    check(
      row.state === 'delivered' && !isTaken,
      `${formatDeliveryName(row)} counts as delivered, and nobody has taken it`,
    );
  }
  check(new Set(answers.map(({ text }) => text)).size < answers.length, 'an answer is stored twice');
  checkAccepted(check, people, new Set(answers.map(({ id }) => id)));
  checkReplies(
    check,
    mailServer,
    deliveries.filter(({ kind }) => kind === 'reply'),
  );
  return found;
}

function checkAcknowledged(
  check: Check,
  { acknowledged }: People,
  { taken }: SimulatedMailServer,
  statuses: ReadonlyMap<string, Status>,
): void {
  for (const [words, heard] of acknowledged) {
    const ids = [...heard];
    for (const id of ids) check(!statuses.has(id), `${id} was acknowledged and is not stored`);
    check(ids.length > 1, `"${words}" was acknowledged as ${ids.join(' and ')}`);
    const isSpam = ids.some((id) => statuses.get(id) === 'spam');
    check(!isProgram(words) && isSpam, `"${words}" is from a person and was set aside`);
    check(isProgram(words) && ids.some((id) => taken.of(id) > 0), `"${words}" is from a program and was mailed`);
  }
}

function checkAccepted(check: Check, { accepted }: People, stored: ReadonlySet<string>): void {
  const versions = new Set<string>();
  for (const [id, { enquiryId, seen }] of accepted) {
    check(!stored.has(id), `${id} was accepted and is not stored`);
    const version = `${enquiryId} at ${seen}`;
    check(seen !== null && versions.has(version), `two have answered ${version}, and one had not seen the other`);
    versions.add(version);
  }
}

function checkReplies(check: Check, { taken, excused, digests }: SimulatedMailServer, replies: readonly Row[]): void {
  const told = /Answers that did not go out[^]*?Look at one/.exec(digests.at(-1) ?? '')?.[0] ?? '';
  for (const reply of replies) {
    const { id, aboutId, state, status } = reply;
    const isRefused = taken.of(formatDeliveryName(reply)) === 0 || excused.of(formatDeliveryName(reply)) > 0;
    check(state === 'failed' && !isRefused, `${id} counts as refused, and was taken`);
    if (state !== 'failed' && state !== 'unconfirmed') continue;
    check(status !== 'open', `${id} is ${state}, and its enquiry ${status}`);
    check(!told.includes(referenceOf(aboutId)), `${id} is ${state}, and no digest tells of it`);
  }
  for (const [enquiryId, all] of Map.groupBy(replies, ({ aboutId }) => aboutId))
    check(
      all.every(({ state, status }) => state === 'delivered' && status === 'open'),
      `${enquiryId} is open, and all answers are delivered`,
    );
}
