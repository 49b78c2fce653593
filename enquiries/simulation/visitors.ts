import { trapField } from '../core/enquiry.ts';
import type { Enquiries } from '../core/enquiries.ts';
import type { World } from './world.ts';

export type Visitors = ReturnType<typeof sendVisitors>;

const patience = 20_000;

/**
 * Visitors who write at times that are drawn: most of them once, some twice at the same moment by a double click, some of them
 * programs. Each tries again until it is told "sent", or has had enough.
 * @param pick gives the core of some process that lives; undefined while there is none
 */
export function sendVisitors(world: World, within: number, pick: () => Enquiries | undefined) {
  /** What they were told was sent: the ids, by the words. */
  const acknowledged = new Map<string, Set<string>>();
  /** The words of programs, who fill in the field that people do not see. */
  const programs = new Set<string>();
  /** How many have not come to an end yet. */
  let waiting = 0;

  async function visit(words: string, trap: string): Promise<void> {
    const enquiry = { name: 'Ada', email: 'ada@example.com', company: '', subject: words, message: words };
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const sending = pick()?.receive({ ...enquiry, [trapField]: trap }, { key: words });
      const answer = await Promise.race([sending, world.sleep(patience)]);
      if (answer?.outcome === 'accepted') return hear(words, answer.id);
      await world.sleep(world.between(500, 10_000));
    }
    world.note(`"${words}" was given up`);
  }

  function hear(words: string, id: string): void {
    world.note(`"${words}" is acknowledged as ${id}`);
    acknowledged.set(words, (acknowledged.get(words) ?? new Set()).add(id));
  }

  function arrive(words: string, trap = ''): void {
    waiting += 1;
    void visit(words, trap).then(() => (waiting -= 1));
  }

  const visitors = Math.floor(world.between(4, 18));
  for (let visitor = 1; visitor <= visitors; visitor += 1) {
    const [words, isDouble, isProgram] = [`Words ${visitor}`, world.chance(0.2), world.chance(0.1)];
    world.after(world.between(0, within), () => {
      if (isProgram) {
        programs.add(words);
        return arrive(words, 'x');
      }
      arrive(words);
      if (isDouble) arrive(words);
    });
  }
  return { acknowledged, programs, waiting: (): number => waiting };
}
