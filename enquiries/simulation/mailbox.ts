import type { MailboxSession, RawMail } from '../../mailbox/received-mail.ts';
import type { EnquiryService } from '../enquiry-service.ts';
import type { FaultProbabilities } from './faults.ts';
import type { SimulatedProcess, SimulatedWorld } from './world.ts';

/** Mailbox of a run, into which visitors write back. */
export type SimulatedMailbox = ReturnType<typeof createSimulatedMailbox>;

const minute = 60_000;
const mailboxName = 'office@ours.example/INBOX';

/** Creates a mailbox whose connections break, whose UIDs change and into which some mails come twice. */
export function createSimulatedMailbox(world: SimulatedWorld, faults: () => FaultProbabilities) {
  const mails: Omit<RawMail, 'isCut' | 'size'>[] = [];
  /** Texts of what visitors have written back, with the Message-ID of the reply that each answers. */
  const written = new Map<string, string>();
  let [uidValidity, nextUid] = [1, 1];
  // The mail server has a clock of its own.
  const now = () => new Date(Date.UTC(2025, 0, 1) + world.monotonicNow());

  function add(text: string, messageId: string): void {
    const head = [
      'From: Ada <ada@example.com>',
      'To: office@ours.example',
      `In-Reply-To: ${messageId}`,
      'Subject: Re: Yes',
    ];
    const source = Buffer.from(
      [...head, `Message-ID: <${text.replaceAll(' ', '.')}@example.com>`, '', text].join('\r\n'),
    );
    mails.push({ uid: nextUid++, source, receivedAt: now() });
  }

  /** Lets a visitor answer a reply of the office, sometimes twice in the mailbox. */
  function writeBack(messageId: string): void {
    const text = `Back ${written.size + 1}`;
    written.set(text, messageId);
    world.addToTrace(`"${text}" answers ${messageId}`);
    add(text, messageId);
    if (world.chance(0.2)) add(text, messageId);
  }

  function changeUids(): void {
    [uidValidity, nextUid] = [uidValidity + 1, 1];
    for (const mail of mails) mail.uid = nextUid++;
    world.addToTrace('the UIDs of the mailbox change');
  }

  /** Opens a connection. It may break, and does when the UIDs change; the process may die. */
  async function openSession(process: SimulatedProcess): Promise<MailboxSession> {
    const openedWith = uidValidity;
    async function answer<Answer>(get: () => Answer): Promise<Answer> {
      await world.sleepInProcess(process, world.between(1, 200), faults().death);
      const isBroken = world.chance(faults().brokenMailbox) || openedWith !== uidValidity;
      if (isBroken) throw new Error('the connection to the mailbox is lost');
      return get();
    }
    return answer(() => ({
      uidValidity: `${openedWith}`,
      uidNext: nextUid,
      listUids: (from) =>
        answer(() =>
          mails
            .filter((mail) => ('uid' in from ? mail.uid >= from.uid : mail.receivedAt >= from.since))
            .map(({ uid }) => uid),
        ),
      fetchMail: (wanted) =>
        answer(() => {
          const mail = mails.find(({ uid }) => uid === wanted);
          return mail === undefined ? null : { ...mail, isCut: false, size: mail.source.length };
        }),
    }));
  }

  const begun = new Date(Date.UTC(2025, 0, 1));
  return {
    written,
    changeUids,
    /** Position before the first mail. */
    begin: JSON.stringify({
      mailbox: mailboxName,
      uidValidity: '1',
      nextUid: 1,
      startedAt: begun,
      lastReceivedAt: begun,
    }),
    /** Lets a visitor answer two in three replies after a while. */
    answerSometimes: (messageId: string): void => {
      if (world.chance(0.67)) world.setTimer(world.between(1000, minute), () => writeBack(messageId));
    },
    /** Lets a process read the mailbox every minute or more often, while it lives. */
    startReading(process: SimulatedProcess, enquiries: EnquiryService): void {
      const readNewMails = enquiries.createMailboxReading(mailboxName);
      async function readOnce(): Promise<void> {
        try {
          if (await enquiries.isMailboxReader()) await readNewMails(await openSession(process));
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
