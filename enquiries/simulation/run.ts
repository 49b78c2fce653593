import { createChannels } from '../channels/channels.ts';
import { createEnquiries, type Enquiries } from '../core/enquiries.ts';
import { faultWords } from '../testing/fault-words.ts';
import type { SqlDialect } from '../storage/sql-database.ts';
import { createSqlEnquiryStore } from '../storage/sql-enquiry-store.ts';
import { sqliteQueries } from '../storage/sqlite-driver.ts';
import type { EnquiryStore } from '../core/store.ts';
import { createDatabase, type Process, type SimulatedDatabase } from './database.ts';
import { drawFaults, noFaults, scheduleEvents } from './faults.ts';
import { createMailServer, nameOf, type SimulatedMailServer } from './mail-server.ts';
import { violations } from './violations.ts';
import { sendVisitors } from './visitors.ts';
import { createWorld, type World } from './world.ts';

/** What a run takes another way than the product does, to show that the checks see it. */
export interface Sabotage {
  leaseLength?: number;
  store?: (store: EnquiryStore) => EnquiryStore;
}

export interface Run {
  /** What must not happen and did, a sentence each. */
  violations: readonly string[];
  /** Everything that happened. */
  trace: readonly string[];
}

const ours = { name: 'Ours', address: 'site@ours.example' };

const minute = 60_000;
/** How long a mail may wait once the faults are over: the longest pause between two attempts, and a lease. */
const longestDelay = 63 * minute;

/**
 * Runs the pipeline under faults for a minute or two of its own time: the core, the delivery loop and the SQL as they are, in several
 * processes on one database. Then the faults end, and all that was promised has to come true.
 */
export async function run(seed: number, sabotage: Sabotage = {}): Promise<Run> {
  const world = createWorld(seed);
  let faults = drawFaults(world);
  const database = await createDatabase(world, () => faults);
  const mailServer = createMailServer(world, () => faults);
  const lasting = world.between(0.5, 2) * minute;
  const isAlone = world.chance(0.3);
  const living = startProcesses({ world, database, mailServer, sabotage, isAlone });
  const pick = (): Enquiries | undefined => [...living.values()][Math.floor(world.random() * living.size)];
  const visitors = sendVisitors(world, 0.8 * lasting, pick);
  scheduleEvents(world, lasting, database);

  await world.passUntil(() => false, lasting);
  faults = noFaults;
  world.note('the faults end');
  const due = database.file.prepare(`SELECT count(*) AS rows FROM deliveries WHERE state = 'due'`);
  const nothingIsDue = (): boolean => due.get()?.['rows'] === 0;
  const settled = await world.passUntil(() => visitors.waiting() === 0 && nothingIsDue(), longestDelay);
  let isTold = false;
  const tell = async (): Promise<void> => {
    try {
      await pick()?.queueDigest(world.now());
      isTold = true;
    } catch {
      world.after(10_000, () => void tell());
    }
  };
  void tell();
  await world.passUntil(() => isTold && nothingIsDue(), 5 * minute);
  let stopped = 0;
  for (const enquiries of living.values()) void enquiries.stop().then(() => (stopped += 1));
  const ended = await world.passUntil(() => stopped === living.size, minute);
  return { violations: violations({ database, mailServer, visitors, settled, ended }), trace: world.trace };
}

interface Surroundings {
  world: World;
  database: SimulatedDatabase;
  mailServer: SimulatedMailServer;
  sabotage: Sabotage;
  /** One process has the database for itself. */
  isAlone: boolean;
}

/** Starts one or several, each of which another one follows when it dies. What it returns are those that live. */
function startProcesses(surroundings: Surroundings): ReadonlyMap<Process, Enquiries> {
  const { world, database, mailServer, isAlone } = surroundings;
  const living = new Map<Process, Enquiries>();
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
        database.forget(process);
        mailServer.forgive(process);
        world.after(world.between(100, 30_000), start);
      },
    };
    const enquiries = coreOf(process, surroundings, () => `enquiry-${String((ids += 1)).padStart(10, '0')}`);
    living.set(process, enquiries);
    world.note(`${process.name} starts`);
    enquiries.start();
    enquiries.purgeOld(365).catch(() => {});
    enquiries.queueDigest(world.now()).catch(() => {});
  }

  const processes = isAlone ? 1 : Math.floor(world.between(2, 4));
  for (let count = 0; count < processes; count += 1) start();
  return living;
}

function coreOf(
  process: Process,
  { world, database, mailServer, sabotage, isAlone }: Surroundings,
  newId: () => string,
): Enquiries {
  const store = createSqlEnquiryStore(database.connect(process), dialect);
  const parts = {
    store: sabotage.store?.(store) ?? store,
    promise: { hours: 24 },
    clock: world.clockOf(process),
    random: world.random,
  };
  return createEnquiries({
    ...parts,
    channels: createChannels({
      ...parts,
      mailer: mailServer.connect(process),
      route: { from: ours, to: ['office@ours.example'], siteName: 'Ours' },
      acknowledgement: async () => ({ subject: '', paragraphs: [], contact: ours }),
      webhook: mailServer.webhookFor(process),
    }),
    keptMails: { forget: async () => {}, forgetOlderThan: async () => {} },
    faultWords,
    newId,
    report: (event) => mailServer.recorded(process, nameOf(event)),
    isAlone,
    // Shorter than usual, as the mail server's patience is: the faults last for minutes.
    leaseLength: sabotage.leaseLength ?? 60_000,
  });
}

const dialect: SqlDialect = {
  ...sqliteQueries,
  afterErasing: async () => {},
  assertInPlace: async () => {},
};
