import type { MailboxSession, RawMail } from '../../mailbox/received-mail.ts';
import type { EnquiryService } from '../enquiry-service.ts';
import type { FaultProbabilities } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './world.ts';

/** Mailbox of a run, into which visitors write back. */
export type SimulatedMailbox = ReturnType<typeof createSimulatedMailbox>;

const minute = 60_000;
const begin = Date.UTC(2025, 0, 1);
const mailbox = 'office@ours.example/INBOX';

/** Position from which a run reads. */
export const initialPosition = JSON.stringify({
  mailbox,
  uidValidity: '1',
  nextUid: 1,
  startedAt: new Date(begin),
  lastReceivedAt: new Date(begin),
});

type StoredMail = Omit<RawMail, 'isCut' | 'size'>;

/** Creates a mailbox whose connections break, whose UIDs change and into which some mails come twice. */
export function createSimulatedMailbox(world: SimulatedWorld, faults: () => FaultProbabilities) {
  const state = { uidValidity: 1, mails: [] as StoredMail[] };
  /** Texts of what visitors have written back, with the Message-ID of the reply that each answers. */
  const written = new Map<string, string>();

  function add(text: string, messageId: string): void {
    const head = `From: Ada <ada@example.com>\nTo: office@ours.example\nSubject: Re: Yes\nIn-Reply-To: ${messageId}`;
    const source = Buffer.from(`${head}\nMessage-ID: <${text.replaceAll(' ', '.')}@example.com>\n\n${text}`);
    // The mail server has a clock of its own.
    state.mails.push({ uid: state.mails.length + 1, source, receivedAt: new Date(begin + world.monotonicNow()) });
  }

  /** Lets a visitor answer a reply of the office, sometimes twice in the mailbox. */
  function writeBack(messageId: string): void {
    const text = `Back ${written.size + 1}`;
    written.set(text, messageId);
    world.addToTrace(`"${text}" answers ${messageId}`);
    add(text, messageId);
    if (world.chance(0.2)) add(text, messageId);
  }

  return {
    written,
    /** Gives all mails new UIDs, in another order. Open connections break. */
    changeUids(): void {
      state.uidValidity += 1;
      state.mails.reverse();
      for (const [index, mail] of state.mails.entries()) mail.uid = index + 1;
      world.addToTrace('the UIDs of the mailbox change');
    },
    /** Lets a visitor answer two in three replies after a while. */
    answerSometimes(messageId: string): void {
      if (world.chance(0.67)) world.setTimer(world.between(1000, minute), () => writeBack(messageId));
    },
    /** Lets a process read the mailbox every minute or more often, while it lives. */
    startReading(process: SimulatedProcess, enquiries: EnquiryService): void {
      const readNewMails = enquiries.createMailboxReading(mailbox);
      async function readOnce(): Promise<void> {
        try {
          if (await enquiries.isMailboxReader()) await readNewMails(await openSession(world, faults, state, process));
        } catch (error) {
          world.addToTrace(`${process.name} stops reading: ${String(error)}`);
        }
        scheduleReading();
      }
      const scheduleReading = () =>
        world.setTimer(world.between(1000, minute), () => (process.isAlive ? void readOnce() : undefined));
      scheduleReading();
    },
  };
}

/** Opens a connection. It may break, and does when the UIDs change; the process may die. */
async function openSession(
  world: SimulatedWorld,
  faults: () => FaultProbabilities,
  state: { uidValidity: number; mails: readonly StoredMail[] },
  process: SimulatedProcess,
): Promise<MailboxSession> {
  const { uidValidity } = state;
  async function answer<Answer>(get: (mails: readonly StoredMail[]) => Answer): Promise<Answer> {
    await world.sleepInProcess(process, world.between(1, 200), faults().death);
    const isBroken = world.chance(faults().brokenMailbox) || uidValidity !== state.uidValidity;
    if (isBroken) throw new Error('the connection to the mailbox is lost');
    return get(state.mails);
  }
  return answer(({ length }) => ({
    uidValidity: `${uidValidity}`,
    uidNext: length + 1,
    listUids: (from) =>
      answer((mails) => {
        const isListed = (mail: StoredMail) => ('uid' in from ? mail.uid >= from.uid : mail.receivedAt >= from.since);
        return mails.filter(isListed).map(({ uid }) => uid);
      }),
    fetchMail: (wanted) =>
      answer((mails) => {
        const mail = mails.find(({ uid }) => uid === wanted);
        return mail === undefined ? null : { ...mail, isCut: false, size: mail.source.length };
      }),
  }));
}
