import type { EnquiryService } from '../../enquiry-service.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { baseSqliteDialect } from '../../../database/sqlite-driver.ts';
import { createCoreUnderTest } from '../core-under-test.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { drawFaultProbabilities, noFaults, scheduleDisturbances } from './faults.ts';
import { createSimulatedMailServer, formatReceivedName, type SimulatedMailServer } from './mail-server.ts';
import { createSimulatedMailbox, initialPosition, type SimulatedMailbox } from './mailbox.ts';
import { startPeople } from './people.ts';
import { findViolations } from './violations.ts';
import { createSimulatedWorld, type SimulatedProcess, type SimulatedWorld } from './world.ts';

const minute = 60_000;

/**
 * Runs the real core, delivery loop and SQL under faults for a minute or two of simulated time, in several processes on
 * one database. Then the faults end, and all promises must be met. Resolves to the trace and the violations, a sentence
 * each.
 */
export async function runSimulation(seed: number): Promise<Record<'violations' | 'trace', readonly string[]>> {
  const world = createSimulatedWorld(seed);
  let faults = drawFaultProbabilities(world);
  const database = await createSimulatedDatabase(world, () => faults);
  const mailbox = createSimulatedMailbox(world, () => faults);
  const meta = database.file.prepare(`INSERT INTO meta VALUES (?, ?)`);
  meta.run('mailbox', initialPosition);
  // A random one would differ from run to run.
  meta.run('message-id-secret', 'x');
  const mailServer = createSimulatedMailServer(world, () => faults, mailbox.answerSometimes);
  const lasting = world.between(0.5, 2) * minute;
  const living = startAll(world, database, mailServer, mailbox);
  const pick = (): EnquiryService | undefined => world.pick([...living.values()])?.enquiries;
  const people = startPeople(world, 0.8 * lasting, mailServer, pick);
  scheduleDisturbances(world, lasting, database.lockFor, mailbox.changeUids);

  await world.advanceUntilTrue(() => false, lasting);
  faults = noFaults;
  world.addToTrace('the faults end');
  // Locks still have to end, and dead processes to restart.
  await world.advanceUntilTrue(() => false, 3 * minute);
  const due = database.file.prepare(`SELECT count(*) AS rows FROM deliveries WHERE state = 'due'`);
  const read = database.file.prepare(`SELECT count(*) AS rows FROM messages WHERE hash IS NOT NULL`);
  const isRead = (): boolean => Number(read.get()?.['rows']) >= mailbox.written.size;
  const isSettled = (): boolean => !people.areBusy() && !mailbox.isAwaited() && due.get()?.['rows'] === 0 && isRead();
  // Covers the longest pause between two attempts, and a lease.
  const settled = await world.advanceUntilTrue(isSettled, 60 * minute);
  void pick()?.queueDigestDelivery(world.now());
  await world.advanceUntilTrue(() => false, minute);
  let stopped = 0;
  for (const { outbox } of living.values()) void outbox.stop().then(() => (stopped += 1));
  const ended = await world.advanceUntilTrue(() => stopped === living.size, minute);
  const found = findViolations(database, mailServer, people, mailbox);
  if (!settled) found.push('an hour after the last fault, deliveries are due or people are waiting');
  if (!ended) found.push('a process did not end');
  return { violations: found, trace: world.trace };
}

/** Starts one or more processes, each replaced when it dies. Returns the living ones. */
function startAll(
  world: SimulatedWorld,
  database: SimulatedDatabase,
  mailServer: SimulatedMailServer,
  mailbox: SimulatedMailbox,
) {
  const living = new Map<SimulatedProcess, { enquiries: EnquiryService; outbox: Outbox }>();
  const dialect = { ...baseSqliteDialect, scrubDeletedText: async () => {}, getCommitVerifier: async () => undefined };
  const contact = { name: 'Ours', address: 'site@ours.example' };
  const acknowledgement = () => ({ subject: '', paragraphs: [], answerBy: '', outsideHours: '', contact });
  let started = 0;
  let ids = 0;

  function start(): void {
    const process: SimulatedProcess = {
      name: `process ${(started += 1)}`,
      isAlive: true,
      die() {
        world.addToTrace(`${process.name} dies`);
        process.isAlive = false;
        living.delete(process);
        database.release(process);
        mailServer.excuseUnrecorded(process);
        world.setTimer(world.between(100, 30_000), start);
      },
    };
    const { enquiries, outbox } = createCoreUnderTest({
      mailer: mailServer.createMailer(process),
      databaseDependencies: { database: database.connect(process), dialect },
      notificationOptions: { acknowledgement, webhook: mailServer.createWebhook(process) },
      simulatedClock: world.createProcessClock(process),
      random: world.random,
      serviceOptions: { newId: () => `enquiry-${String((ids += 1)).padStart(10, '0')}` },
      outboxOptions: {
        onAttempt: (event) => mailServer.markRecorded(process, formatReceivedName(event)),
        // Shorter than usual, like the mail server's timeout: the faults last for minutes.
        leaseDurationMs: minute,
      },
    });
    living.set(process, { enquiries, outbox });
    world.addToTrace(`${process.name} starts`);
    outbox.start();
    mailbox.startReading(process, enquiries);
    enquiries.queueDigestDelivery(world.now()).catch(() => {});
  }

  for (let left = Math.floor(world.between(1, 4)); left > 0; left -= 1) start();
  return living;
}
