import type { MailboxSession, RawMail } from '../../../mailbox/received-mail.ts';
import type { EnquiryService } from '../../enquiry-service.ts';
import type { FaultProbabilities } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './world.ts';

/** Mailbox of a run, into which visitors write back, and others as somebody else. */
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

/** Whom visitors copy, and whom others do: they must never get anything. */
export const [friend, intruder] = ['cleo@example.org', 'mallory@example.net'];

/** Headers of mails about a reply, by the first word of their text: those of visitors, and forged ones. */
const headers = {
  Back(messageId: string, { chance }: SimulatedWorld) {
    const [from, cc] = chance(0.8) ? ['ada@example.com', friend] : ['bea@example.com', intruder];
    return `From: Ada <${from}>\nCc: ${cc}\nIn-Reply-To: ${messageId}`;
  },
  Claim: (messageId: string) =>
    `From: office@ours.example\nTo: ada@example.com\nCc: ${intruder}\nIn-Reply-To: ${messageId}`,
  Bounce(_messageId: string, { between }: SimulatedWorld) {
    const guessedId = `enquiry-${String(Math.floor(between(1, 12))).padStart(10, '0')}`;
    const references = `<acknowledgement-${guessedId}@ours.example> <reply.${guessedId}@ours.example>`;
    return `From: MAILER-DAEMON@mx.example\nSubject: Undelivered\nReferences: ${references}`;
  },
  Own: () => 'From: hello@ours.example\nAuto-Submitted: auto-generated',
};

type StoredMail = Omit<RawMail, 'isCut' | 'size'>;

/** Creates a mailbox whose connections break, whose UIDs change and into which some mails come twice. */
export function createSimulatedMailbox(world: SimulatedWorld, faults: () => FaultProbabilities) {
  const state = { uidValidity: 1, mails: [] as StoredMail[] };
  /** Texts of what was written about a reply, with its Message-ID. */
  const written = new Map<string, string>();
  /** Number of mails that somebody is going to write. */
  let awaited = 0;

  /** Lets somebody write about a reply of the office, sometimes twice in the mailbox. */
  function write(kind: keyof typeof headers, messageId: string): void {
    awaited -= 1;
    const text = `${kind} ${written.size + 1}`;
    written.set(text, messageId);
    world.addToTrace(`"${text}" is about ${messageId}`);
    const head = `${headers[kind](messageId, world)}\nMessage-ID: <${text.replaceAll(' ', '.')}@example.com>`;
    const source = Buffer.from(`${head}\n\n${text}`);
    for (let copies = world.chance(0.2) ? 2 : 1; copies > 0; copies -= 1)
      // The mail server has a clock of its own.
      state.mails.push({ uid: state.mails.length + 1, source, receivedAt: new Date(begin + world.monotonicNow()) });
  }

  function awaitWriting(kind: keyof typeof headers, messageId: string): void {
    awaited += 1;
    world.setTimer(world.between(1000, minute), () => write(kind, messageId));
  }

  return {
    written,
    isAwaited: (): boolean => awaited > 0,
    /** Gives all mails new UIDs, in another order. Open connections break. */
    changeUids(): void {
      state.uidValidity += 1;
      state.mails.reverse();
      for (const [index, mail] of state.mails.entries()) mail.uid = index + 1;
      world.addToTrace('the UIDs of the mailbox change');
    },
    /** Lets a visitor answer two in three replies after a while, and somebody forge each kind of mail about one in four. */
    answerSometimes(messageId: string): void {
      for (const kind of ['Back', 'Claim', 'Bounce', 'Own'] as const)
        if (world.chance(kind === 'Back' ? 0.67 : 0.25)) awaitWriting(kind, messageId);
    },
    /** Lets a process read the mailbox every minute or more often, while it lives. */
    startReading(process: SimulatedProcess, enquiries: EnquiryService): void {
      const readNewMails = enquiries.createNewMailReader(mailbox);
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
