import type { EnquiryService } from '../../enquiry-service.ts';
import { honeypotFieldName } from '../../enquiry.ts';
import type { ActionResult } from '../../change.ts';
import type { StoredEnquiry } from '../../model.ts';
import { formatReceivedName, type SimulatedMailServer } from './mail-server.ts';
import type { SimulatedWorld } from './world.ts';

/** Visitors and colleagues of a run, with what was promised to them. */
export type SimulatedPeople = ReturnType<typeof startPeople>;

const patience = 20_000;
const colleagues = ['anna@ours.example', 'ben@ours.example'];
/** Typed by hand, the visitor's too, who is not to get a reply twice. */
const typed = ['dan@example.net', 'ADA@example.com', 'Dan@example.net'];

/** Returns true if the text is from a program, which fills in the honeypot field. */
export const isSpamBotText = (text: string): boolean => text.startsWith('Program');

type ServicePicker = () => EnquiryService | undefined;
type Asker = ReturnType<typeof createRetryingCaller>['ask'];

/** Creates calls to a core with a timeout, and with retries until success or a limit. */
function createRetryingCaller(world: SimulatedWorld, pick: ServicePicker) {
  return {
    /** Resolves to null on failure or timeout. */
    async ask<Answer>(act: (core: EnquiryService) => Promise<Answer>): Promise<Answer | null> {
      const core = pick();
      if (core === undefined) return null;
      return Promise.race([act(core).catch(() => null), world.sleep(patience).then(() => null)]);
    },
    async persist(isDone: () => Promise<boolean>): Promise<void> {
      for (let attempt = 0; attempt < 8 && !(await isDone()); attempt += 1)
        await world.sleep(world.between(500, 10_000));
    },
  };
}

/** Creates the actions of people, and the record of the answers that they got. */
function createPeople(world: SimulatedWorld, { excused }: SimulatedMailServer, pick: ServicePicker) {
  const { ask, persist } = createRetryingCaller(world, pick);
  /** Ids of accepted enquiries, by text. */
  const acknowledged = new Map<string, Set<string>>();
  /** Accepted replies by id. `seen`: version of the enquiry; null if the reply was found stored. */
  const accepted = new Map<string, { enquiryId: string; seen: number | null }>();
  /** Ids of replies that somebody said were sent, and names, for the mail server, of those taken back in time. */
  const [saidSent, undone] = [new Set<string>(), new Set<string>()];

  function submit(text: string): Promise<void> {
    const honeypot = { [honeypotFieldName]: isSpamBotText(text) ? 'x' : '' };
    const enquiry = { name: 'Ada', email: 'ada@example.com', company: '', subject: text, message: text, ...honeypot };
    return persist(async () => {
      const outcome = await ask((core) => core.receive(enquiry, { idempotencyKey: text }));
      if (outcome?.outcome !== 'accepted') return false;
      world.addToTrace(`"${text}" is acknowledged as ${outcome.id}`);
      acknowledged.set(text, (acknowledged.get(text) ?? new Set()).add(outcome.id));
      return true;
    });
  }

  /** Replies to an enquiry, and may think better of it. After no answer, checks if the reply was stored. */
  async function reply(by: string, text: string): Promise<void> {
    let chosen: StoredEnquiry | undefined;
    const [isCopied, isLively] = [world.chance(0.5), world.chance(0.8)];
    const [delay, isUndone] = [world.chance(0.5) ? 20_000 : 0, world.chance(0.4)];
    await persist(async () => {
      const id = chosen?.id;
      const found = await ask((core) => (id === undefined ? core.list({ limit: 20 }) : core.find({ id })));
      // Those that somebody has written back about have recipients to tick.
      const lively = (found ?? []).filter(({ messages }) => messages.some(({ recipients }) => recipients.length > 0));
      const some = lively.length > 0 && isLively ? lively : (found ?? []);
      chosen = id === undefined ? world.pick(some) : (found?.[0] ?? chosen);
      if (chosen === undefined) return false;
      const { id: enquiryId, version, replies } = chosen;
      const stored = replies.find((reply) => reply.text === text);
      const recipients = isCopied ? await chooseRecipients(chosen) : [];
      const answer = { text, by, version, delay, recipients };
      const outcome = stored ? null : await ask((core) => core.sendReply(enquiryId, answer));
      const replyId = stored?.id ?? (outcome?.outcome === 'accepted' ? outcome.id : undefined);
      if (replyId === undefined) return false;
      world.addToTrace(`${replyId} is accepted`);
      accepted.set(replyId, { enquiryId, seen: stored ? null : version });
      if (world.chance(0.3)) await mergeOrReopen(world, ask, by, enquiryId);
      if (!isUndone) return true;
      const result = await takeBack(world, ask, enquiryId, { replyId, actor: by });
      if (result === 'done') undone.add(formatReceivedName({ id: replyId, recordId: enquiryId, kind: 'reply' }));
      // Without an answer it may be undone.
      if (result === 'done' || result === null) accepted.delete(replyId);
      return true;
    });
  }

  /** Resolves to who is ticked in the form, and who is typed. */
  async function chooseRecipients(enquiry: StoredEnquiry) {
    const proposed = (await ask((core) => core.proposeRecipients(enquiry))) ?? [];
    return [...proposed.filter(({ isPreset }) => isPreset), ...typed.map((address) => ({ name: '', address }))];
  }

  /** Decides about a reply that failed or is unconfirmed. */
  async function resolveUnsentReply(actor: string): Promise<void> {
    const enquiry = world.pick((await ask((core) => core.list({ limit: 20, hasUnsentReply: true }))) ?? []);
    const unsent = enquiry?.replies.find(({ delivery }) => ['unconfirmed', 'failed'].includes(delivery.state));
    if (enquiry === undefined || unsent === undefined) return;
    const action = world.chance(0.5) ? 'send again' : 'confirm sent';
    if (action === 'confirm sent') saidSent.add(unsent.id);
    else excused.add(formatReceivedName({ id: unsent.id, recordId: unsent.enquiryId ?? '', kind: 'reply' }));
    await ask((core) => core.applyAction(enquiry.id, { action, replyId: unsent.id }, { actor }));
  }

  return { visit: submit, answer: reply, decide: resolveUnsentReply, ask, acknowledged, accepted, saidSent, undone };
}

/** Presses Undo up to four times, as an answer may be refused meanwhile. */
async function takeBack(
  world: SimulatedWorld,
  ask: Asker,
  enquiryId: string,
  { replyId, actor }: { replyId: string; actor: string },
): Promise<ActionResult | null> {
  let result: ActionResult | null = 'invalid';
  for (let presses = 4; presses > 0 && result === 'invalid'; presses -= 1) {
    await world.sleep(world.between(0, 20_000));
    result = await ask((core) => core.applyAction(enquiryId, { action: 'undo reply', replyId }, { actor }));
  }
  return result;
}

/** Merges an enquiry into another or the other into it, or opens one that was merged. */
async function mergeOrReopen(world: SimulatedWorld, ask: Asker, actor: string, chosenId?: string): Promise<void> {
  const all = (await ask((core) => core.list({ limit: 20 }))) ?? [];
  const pair = [all.find(({ id }) => id === chosenId) ?? world.pick(all), world.pick(all)];
  const [one, other] = world.chance(0.5) ? pair : pair.toReversed();
  if (one === undefined || other === undefined) return;
  await ask((core) =>
    one.mergedInto === null
      ? core.mergeEnquiries(one.id, other.id, { actor })
      : core.applyAction(one.id, { action: 'reopen' }, { actor }),
  );
}

/**
 * Starts visitors who write, and colleagues who reply, at random times, some at the same moment.
 * @param pickService returns the core of a random living process; undefined while there is none
 */
export function startPeople(
  world: SimulatedWorld,
  duration: number,
  mailServer: SimulatedMailServer,
  pickService: ServicePicker,
) {
  const people = createPeople(world, mailServer, pickService);
  /** Number of actions that are not finished, or still to come. */
  let busy = 0;
  function later(time: number, ...works: (() => Promise<void>)[]): void {
    busy += works.length;
    world.setTimer(world.between(0, time), () => {
      for (const work of works) void work().then(() => (busy -= 1));
    });
  }
  for (let visitor = Math.floor(world.between(4, 18)); visitor > 0; visitor -= 1) {
    const write = () => people.visit(`${isByProgram ? 'Program' : 'Person'} ${visitor}`);
    const [isByProgram, isDoubleClick] = [world.chance(0.1), world.chance(0.2)];
    later(duration, write, ...(isDoubleClick && !isByProgram ? [write] : []));
  }
  for (let count = Math.floor(world.between(0, 12)); count > 0; count -= 1) {
    const both = world.chance(0.4) ? colleagues : [world.pick(colleagues) ?? ''];
    later(
      (world.chance(0.5) ? 3 : 1) * duration,
      ...both.map((by) => () => people.answer(by, `Answer ${count} of ${by}`)),
    );
    if (world.chance(0.6)) later(4 * duration, () => people.decide(both[0] ?? ''));
  }
  const merges = world.chance(0.7) ? world.between(0, 16) : 0;
  for (let left = Math.floor(merges); left > 0; left -= 1)
    later(1.5 * duration, () => mergeOrReopen(world, people.ask, colleagues[0] ?? ''));
  return { ...people, areBusy: (): boolean => busy > 0 };
}
