import { referenceOf } from '../reference.ts';
import type { DeliveryState } from '../../outbox/delivery.ts';
import type { Status } from '../model.ts';
import type { SimulatedDatabase } from './database.ts';
import { nameOf, type SimulatedMailServer } from './mail-server.ts';
import { isProgram, type Visitors } from './visitors.ts';

type Row = { id: string; aboutId: string; kind: string; state: DeliveryState; status: Status };

/** What the product promises, and a run has broken. What was given up counts as told: /readyz and an alert say so. */
export function violations(database: SimulatedDatabase, mailServer: SimulatedMailServer, visitors: Visitors): string[] {
  const read = (query: string) => database.file.prepare(`SELECT ${query}`).all() as unknown as readonly Row[];
  const deliveries = read(`id, about_id AS aboutId, kind, state FROM deliveries WHERE kind NOT IN ('digest', 'reply')`);
  const erased = read(`id, id AS aboutId, 'mail' AS kind, state, status FROM erased`);
  const ofKind = Map.groupBy(deliveries, ({ kind }) => kind);
  const calls = new Set(ofKind.get('webhook')?.map(({ aboutId }) => aboutId));
  const statuses = new Map(read(`id, status FROM enquiries`).map(({ id, status }) => [id, status]));
  const gone = new Set(erased.map(({ id }) => id));
  const { hasTaken, hasTold, doubles } = mailServer;
  const found: string[] = [];
  const check = (isBroken: boolean, sentence: string): void => void (isBroken && found.push(sentence));

  for (const [words, heard] of visitors.acknowledged) {
    const ids = [...heard];
    for (const id of ids) check(!statuses.has(id) && !gone.has(id), `${id} was acknowledged and is not stored`);
    // Who sends again what has been purged meanwhile sends something new.
    const kept = ids.filter((id) => !gone.has(id));
    check(kept.length > 1, `"${words}" was acknowledged as ${ids.join(' and ')}`);
    const isSpam = ids.some((id) => statuses.get(id) === 'spam');
    check(!isProgram(words) && isSpam, `"${words}" is from a person and was set aside`);
    check(isProgram(words) && ids.some(hasTaken), `"${words}" is from a program and was mailed`);
  }
  for (const [id, status] of statuses) {
    check(status === 'spam' && !hasTold(referenceOf(id)), `${id} was set aside, and no digest has told of it`);
    check(!calls.has(id), `${id} is stored, and no call of the webhook is`);
  }
  for (const row of [...deliveries, ...erased])
    check(
      row.state === 'delivered' && !hasTaken(nameOf(row)),
      `${nameOf(row)} counts as delivered, and nobody has taken it`,
    );
  found.push(...doubles().map((id) => `${id} was delivered twice, and nobody had died before it was recorded`));
  for (const { id, state, status } of erased)
    check(
      state === 'due' || (state === 'failed' && status === 'open'),
      `${id} was erased by itself while it was ${status} and its mail ${state}`,
    );
  return found;
}
