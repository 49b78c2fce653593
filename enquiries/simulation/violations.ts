import { referenceOf } from '../reference.ts';
import type { Channel, DeliveryState } from '../store.ts';
import type { SimulatedDatabase } from './database.ts';
import { nameOf, type SimulatedMailServer } from './mail-server.ts';
import { isProgram, type Visitors } from './visitors.ts';

type Row = { id: string; enquiryId: string; channel: Channel; state: DeliveryState };

/** What the product promises, and a run has broken. What was given up counts as told: /readyz and an alert say so. */
export function violations(database: SimulatedDatabase, mailServer: SimulatedMailServer, visitors: Visitors): string[] {
  const read = (query: string) => database.file.prepare(`SELECT ${query}`).all() as unknown as readonly Row[];
  const deliveries = read(
    `id, enquiry_id AS enquiryId, channel, state FROM deliveries WHERE channel NOT IN ('digest', 'reply')`,
  );
  const erased = read(`id, id AS enquiryId, 'mail' AS channel, state FROM erased`);
  const ofChannel = Map.groupBy(deliveries, ({ channel }) => channel);
  const calls = new Set(ofChannel.get('webhook')?.map(({ enquiryId }) => enquiryId));
  const mails = new Map(ofChannel.get('mail')?.map(({ enquiryId, state }) => [enquiryId, state]));
  const gone = new Set(erased.map(({ id }) => id));
  const { hasTaken, hasTold, doubles } = mailServer;
  const found: string[] = [];
  const check = (isBroken: boolean, sentence: string): void => void (isBroken && found.push(sentence));

  for (const [words, heard] of visitors.acknowledged) {
    const ids = [...heard];
    for (const id of ids) check(!mails.has(id) && !gone.has(id), `${id} was acknowledged and is not stored`);
    // Who sends again what has been purged meanwhile sends something new.
    const kept = ids.filter((id) => !gone.has(id));
    check(kept.length > 1, `"${words}" was acknowledged as ${ids.join(' and ')}`);
    const isSetAside = ids.some((id) => mails.get(id) === 'quarantined');
    check(!isProgram(words) && isSetAside, `"${words}" is from a person and was set aside`);
    check(isProgram(words) && ids.some(hasTaken), `"${words}" is from a program and was mailed`);
  }
  for (const [id, state] of mails) {
    check(state === 'quarantined' && !hasTold(referenceOf(id)), `${id} was set aside, and no digest has told of it`);
    check(!calls.has(id), `${id} is stored, and no call of the webhook is`);
  }
  for (const row of [...deliveries, ...erased])
    check(
      row.state === 'delivered' && !hasTaken(nameOf(row)),
      `${nameOf(row)} counts as delivered, and nobody has taken it`,
    );
  found.push(...doubles().map((id) => `${id} was delivered twice, and nobody had died before it was recorded`));
  for (const { id, state } of erased)
    check(state === 'due' || state === 'failed', `${id} was erased by itself while it was ${state}`);
  return found;
}
