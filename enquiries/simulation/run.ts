import type { Enquiries } from '../enquiries.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { sqliteQueries } from '../../database/sqlite-driver.ts';
import { coreUnderTest } from '../testing/core-under-test.ts';
import { createDatabase, type SimulatedDatabase } from './database.ts';
import { drawFaults, noFaults, scheduleEvents } from './faults.ts';
import { createMailServer, formatDeliveryName, type SimulatedMailServer } from './mail-server.ts';
import { sendPeople } from './people.ts';
import { findViolations } from './violations.ts';
import { createWorld, type Process, type World } from './world.ts';

const minute = 60_000;

/**
 * Runs the real core, delivery loop and SQL under faults for a minute or two of simulated time, in several processes on
 * one database. Then the faults end, and all promises must be met. Resolves to the trace and the violations, a sentence
 * each.
 */
export async function runSimulation(seed: number) {
  const world = createWorld(seed);
  let faults = drawFaults(world);
  const database = await createDatabase(world, () => faults);
  const mailServer = createMailServer(world, () => faults);
  const lasting = world.between(0.5, 2) * minute;
  const living = startAll(world, database, mailServer);
  const pick = (): Enquiries | undefined => world.pick([...living.values()])?.enquiries;
  const people = sendPeople(world, 0.8 * lasting, mailServer, pick);
  scheduleEvents(world, lasting, database.lockFor);

  await world.passUntil(() => false, lasting);
  faults = noFaults;
  world.note('the faults end');
  // Locks still have to end, and dead processes to restart.
  await world.passUntil(() => false, 3 * minute);
  const due = database.file.prepare(`SELECT count(*) AS rows FROM deliveries WHERE state = 'due'`);
  const isSettled = (): boolean => !people.areBusy() && due.get()?.['rows'] === 0;
  // Covers the longest pause between two attempts, and a lease.
  const settled = await world.passUntil(isSettled, 60 * minute);
  void pick()?.queueDigest(world.now());
  await world.passUntil(() => false, minute);
  let stopped = 0;
  for (const { outbox } of living.values()) void outbox.stop().then(() => (stopped += 1));
  const ended = await world.passUntil(() => stopped === living.size, minute);
  const found = findViolations(database, mailServer, people);
  if (!settled) found.push('an hour after the last fault something is still waiting');
  if (!ended) found.push('a process did not end');
  return { violations: found, trace: world.trace };
}

/** Starts one or more processes, each replaced when it dies. Returns the living ones. */
function startAll(world: World, database: SimulatedDatabase, mailServer: SimulatedMailServer) {
  const living = new Map<Process, { enquiries: Enquiries; outbox: Outbox }>();
  const dialect = { ...sqliteQueries, afterErasing: async () => {}, commitMarks: async () => undefined };
  const contact = { name: 'Ours', address: 'site@ours.example' };
  const acknowledgement = () => ({ subject: '', paragraphs: [], outsideHours: '', contact });
  let started = 0;
  let ids = 0;

  function start(): void {
    const process: Process = {
      name: `process ${(started += 1)}`,
      isAlive: true,
      die() {
        world.note(`${process.name} dies`);
        process.isAlive = false;
        living.delete(process);
        database.release(process);
        mailServer.forgive(process);
        world.after(world.between(100, 30_000), start);
      },
    };
    const { enquiries, outbox } = coreUnderTest({
      mailer: mailServer.mailerOf(process),
      on: { database: database.connect(process), dialect },
      parts: { acknowledgement, webhook: mailServer.webhookOf(process) },
      time: world.clockOf(process),
      random: world.random,
      core: { newId: () => `enquiry-${String((ids += 1)).padStart(10, '0')}` },
      delivery: {
        report: (event) => mailServer.recorded(process, formatDeliveryName(event)),
        // Shorter than usual, like the mail server's timeout: the faults last for minutes.
        leaseLength: minute,
      },
    });
    living.set(process, { enquiries, outbox });
    world.note(`${process.name} starts`);
    outbox.start();
    enquiries.queueDigest(world.now()).catch(() => {});
  }

  for (let left = Math.floor(world.between(1, 4)); left > 0; left -= 1) start();
  return living;
}
