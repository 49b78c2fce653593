import { referenceOf } from '../core/reference.ts';
import type { Channel, DeliveryState } from '../core/store.ts';
import type { SimulatedDatabase } from './database.ts';
import { nameOf, type SimulatedMailServer } from './mail-server.ts';
import type { Visitors } from './visitors.ts';

export interface Ended {
  database: SimulatedDatabase;
  mailServer: SimulatedMailServer;
  visitors: Visitors;
  /** Whether nothing was due any more, an hour after the last fault. */
  settled: boolean;
  /** Whether all processes could be ended. */
  ended: boolean;
}

type Row = { id: string; enquiryId: string; channel: Channel; state: DeliveryState };

/** What the product promises, and a run has broken. What was given up counts as told: /readyz and an alert say so. */
export function violations({ database, mailServer, visitors, settled, ended }: Ended): readonly string[] {
  const read = (query: string) => database.file.prepare(query).all() as unknown as readonly Row[];
  const deliveries = read(
    `SELECT id, enquiry_id AS enquiryId, channel, state FROM deliveries WHERE channel != 'digest'`,
  );
  const stored = deliveries
    .filter(({ channel }) => channel === 'mail')
    .map((mail) => ({ ...mail, id: mail.enquiryId }));
  const erased = read(`SELECT id, id AS enquiryId, 'mail' AS channel, state FROM erased`);
  const told = new Set(deliveries.filter(({ channel }) => channel === 'webhook').map(({ enquiryId }) => enquiryId));
  const unheard = stored.filter(({ id }) => !told.has(id));
  const untrue = [...deliveries, ...erased].filter(
    (row) => row.state === 'delivered' && !mailServer.taken.has(nameOf(row)),
  );
  const kept = new Set(stored.map(({ id }) => id));
  const gone = new Set(erased.map(({ id }) => id));
  const acknowledged = [...visitors.acknowledged].map(([words, ids]) => ({ words, ids: [...ids] }));
  const lost = acknowledged.flatMap(({ ids }) => ids).filter((id) => !kept.has(id) && !gone.has(id));
  // Who sends again what has been purged meanwhile sends something new.
  const contradicted = acknowledged.filter(({ ids }) => ids.filter((id) => !gone.has(id)).length > 1);
  const states = new Map(stored.map(({ id, state }) => [id, state]));
  const isProgram = (words: string): boolean => visitors.programs.has(words);
  const silenced = acknowledged.filter(
    ({ words, ids }) => !isProgram(words) && ids.some((id) => states.get(id) === 'quarantined'),
  );
  const mailed = acknowledged.filter(
    ({ words, ids }) => isProgram(words) && ids.some((id) => mailServer.taken.has(id)),
  );
  const untold = stored.filter(
    ({ id, state }) => state === 'quarantined' && !mailServer.digests().includes(referenceOf(id)),
  );
  return [
    ...lost.map((id) => `${id} was acknowledged and is not stored`),
    ...contradicted.map(({ words, ids }) => `"${words}" was acknowledged as ${ids.join(' and ')}`),
    ...silenced.map(({ words }) => `"${words}" is from a person and was set aside`),
    ...mailed.map(({ words }) => `"${words}" is from a program and was mailed`),
    ...untold.map(({ id }) => `${id} was set aside, and no digest has told of it`),
    ...unheard.map(({ id }) => `${id} is stored, and no call of the webhook is`),
    ...untrue.map((row) => `${nameOf(row)} counts as delivered, and nobody has taken it`),
    ...mailServer.doubles().map((id) => `${id} was delivered twice, and nobody had died before it was recorded`),
    ...erased
      .filter(({ state }) => state === 'due' || state === 'failed')
      .map(({ id, state }) => `${id} was erased by itself while it was ${state}`),
    ...(settled ? [] : ['an hour after the last fault something is still waiting']),
    ...(ended ? [] : ['a process did not end']),
  ];
}
