import type { Enquiries } from '../enquiries.ts';
import type { StoredEnquiry } from '../model.ts';
import type { World } from './world.ts';

export type Office = ReturnType<typeof answerVisitors>;

const patience = 20_000;
const people = ['anna@ours.example', 'ben@ours.example'];

/**
 * People who answer what waits at times that are drawn, some of them both at the same moment, and who decide about answers that did not
 * go out or perhaps did not. Who hears nothing looks whether their words are there, and else tries again.
 * @param pick gives the core of some process that lives; undefined while there is none
 */
export function answerVisitors(world: World, within: number, pick: () => Enquiries | undefined) {
  /** What they were told was accepted, by the ids of the answers. `seen`: the version of the enquiry, null where they found it stored. */
  const accepted = new Map<string, { enquiryId: string; seen: number | null }>();
  /** How often somebody asked for an answer to be sent again, by its id. */
  const askedAgain = new Map<string, number>();
  const saidSent = new Set<string>();
  let waiting = 0;

  /** Null where that failed, or took longer than anybody waits. */
  const ask = async <Answer>(act: (core: Enquiries) => Promise<Answer>): Promise<Answer | null> => {
    const core = pick();
    if (core === undefined) return null;
    return Promise.race([act(core).catch(() => null), world.sleep(patience).then(() => null)]);
  };

  async function answer(by: string, text: string): Promise<void> {
    let chosen: StoredEnquiry | undefined;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const id = chosen?.id;
      const found = await ask((core) => (id === undefined ? core.list({ limit: 20 }) : core.find({ id })));
      chosen = id === undefined ? world.pick(found ?? []) : (found?.[0] ?? chosen);
      const stored = chosen?.replies.find((reply) => reply.text === text);
      if (chosen !== undefined && stored !== undefined) return tell(stored.id, chosen.id, null);
      if (chosen !== undefined) {
        const { id: enquiryId, version: seen } = chosen;
        const outcome = await ask((core) => core.reply(enquiryId, { text, by, version: seen }));
        if (outcome?.outcome === 'accepted') return tell(outcome.id, enquiryId, seen);
      }
      await world.sleep(world.between(500, 10_000));
    }
  }

  function tell(id: string, enquiryId: string, seen: number | null): void {
    world.note(`${id} is accepted`);
    accepted.set(id, { enquiryId, seen });
  }

  async function decide(who: string): Promise<void> {
    const found = await ask((core) => core.list({ limit: 20, unsentReply: true }));
    const enquiry = world.pick(found ?? []);
    const unsent = enquiry?.replies.find(
      ({ delivery }) => delivery.state === 'unconfirmed' || delivery.state === 'failed',
    );
    if (enquiry === undefined || unsent === undefined) return;
    const action = world.chance(0.5) ? 'send again' : 'was sent';
    if (action === 'was sent') saidSent.add(unsent.id);
    else askedAgain.set(unsent.id, (askedAgain.get(unsent.id) ?? 0) + 1);
    await ask((core) => core.act(enquiry.id, { action, reply: unsent.id }, { who }));
  }

  const during = (work: () => Promise<void>) => void ((waiting += 1), work().then(() => (waiting -= 1)));
  for (let count = Math.floor(world.between(0, 12)); count > 0; count -= 1) {
    const both = world.chance(0.4) ? people : [world.pick(people) ?? ''];
    world.after(world.between(0, within), () =>
      both.forEach((by) => during(() => answer(by, `Answer ${count} of ${by}`))),
    );
    if (world.chance(0.3)) world.after(world.between(0, 2 * within), () => during(() => decide(both[0] ?? '')));
  }
  return { accepted, askedAgain, saidSent, waiting: (): number => waiting };
}
