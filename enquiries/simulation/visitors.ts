import type { Enquiries } from '../enquiries.ts';
import { trapField } from '../enquiry.ts';
import type { World } from './world.ts';

export type Visitors = ReturnType<typeof sendVisitors>;

const patience = 20_000;

/** Programs fill in the field that people do not see. */
export const isProgram = (words: string): boolean => words.startsWith('Program');

/**
 * Visitors who write at times that are drawn: most of them once, some twice at the same moment by a double click, some of them
 * programs. Each tries again until it is told "sent", or has had enough.
 * @param pick gives the core of some process that lives; undefined while there is none
 */
export function sendVisitors(world: World, within: number, pick: () => Enquiries | undefined) {
  /** What they were told was sent: the ids, by the words. */
  const acknowledged = new Map<string, Set<string>>();
  /** How many have not come to an end yet. */
  let waiting = 0;

  async function visit(words: string): Promise<void> {
    const sent = { name: 'Ada', email: 'ada@example.com', company: '', subject: words, message: words };
    const enquiry = { ...sent, [trapField]: isProgram(words) ? 'x' : '' };
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const answer = await Promise.race([pick()?.receive(enquiry, { key: words }), world.sleep(patience)]);
      if (answer?.outcome === 'accepted') {
        world.note(`"${words}" is acknowledged as ${answer.id}`);
        acknowledged.set(words, (acknowledged.get(words) ?? new Set()).add(answer.id));
        return;
      }
      await world.sleep(world.between(500, 10_000));
    }
    world.note(`"${words}" was given up`);
  }

  const visitors = Math.floor(world.between(4, 18));
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const [isDouble, who] = [world.chance(0.2), world.chance(0.1) ? 'Program' : 'Person'];
    world.after(world.between(0, within), () => {
      for (let left = isDouble && who === 'Person' ? 2 : 1; left > 0; left -= 1) {
        waiting += 1;
        void visit(`${who} ${visitor}`).then(() => (waiting -= 1));
      }
    });
  }
  return { acknowledged, waiting: (): number => waiting };
}
