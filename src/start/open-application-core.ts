import type { RenderCheck } from '../content/content-repository.ts';
import type { Content } from '../content/content-models.ts';
import { DatabaseOpenError, type OpenDatabaseOptions } from '../database/database.ts';
import { selectConcerns, type Concern } from '../enquiries/concerns.ts';
import type { Log } from '../process/log.ts';
import { createBackgroundJobs } from './background-jobs.ts';
import type { Config } from './config.ts';
import { createRenderCheck } from './render-check.ts';
import { createServices, type ServiceObservers } from './services.ts';
import { createSiteDatabase, type SiteDatabase } from './site-database.ts';

/** Everything but HTTP and pages: configuration, log, database, services and jobs. */
export type ApplicationCore = Awaited<ReturnType<typeof openApplicationCore>>;

/** How the database is opened, and what observes the core. */
interface CoreOptions {
  observers?: ServiceObservers;
  /** Locks the data directory for a server; throws if it is locked. With it, an unreachable database is no error. */
  lockDataDirectory?: (() => void) | undefined;
  /** What to do with an older schema; by default it is migrated. */
  olderSchemaPolicy?: OpenDatabaseOptions['olderSchemaPolicy'];
  /** Check in place of the build's. */
  checkRendering?: RenderCheck | undefined;
}

/** Opens the core from its configuration. Rejects with a DatabaseOpenError if the database cannot be used. */
export async function openApplicationCore(config: Config, log: Log, options: CoreOptions = {}) {
  const { lockDataDirectory, olderSchemaPolicy } = options;
  const database = createSiteDatabase(config.database, {
    maxConnections: config.databaseConnections,
    beforeOpen: lockDataDirectory,
    olderSchemaPolicy,
    backups: {
      directory: config.backupDirectory,
      erasedListPath: config.erasedListPath,
      onMade: (path) => log.info({ path }, 'a backup was made before the migration'),
    },
    onMigration: (state, from, to) => log.info({ from, to }, `the migration of the database ${state}`),
  });
  try {
    await database.ensureOpen();
    const loss = database.findDataLoss();
    if (loss !== null) log.error({ loss }, 'the database lacks what visitors were told was stored');
  } catch (error) {
    const isAway = error instanceof DatabaseOpenError && !error.isPermanent;
    if (lockDataDirectory === undefined || !isAway) {
      await database.close();
      throw error;
    }
  }
  return composeCore(config, log, database, options);
}

/** Connects the services with the jobs and the database. */
function composeCore(config: Config, log: Log, siteDatabase: SiteDatabase, options: CoreOptions) {
  const { content, mailboxReader, ...services } = createServices({
    config,
    log,
    siteDatabase,
    checkRendering: options.checkRendering ?? createRenderCheck(config),
    // Only the server that holds the lock uses the SQLite file.
    isOnlyProcess: options.lockDataDirectory !== undefined && config.database.kind === 'sqlite',
    observers: options.observers ?? {},
  });
  const jobs = createBackgroundJobs({ config, log, ...services, mailboxReader, openDatabase: siteDatabase.ensureOpen });
  return {
    config,
    log,
    ...services,
    ...content,
    /** Shows other content from now on, and recomputes due dates by its office hours. */
    async showContent(newContent: Content): Promise<void> {
      content.setContent(newContent);
      await jobs.recomputeDueDates();
    },
    getConcerns: () => [...findConcerns(config, siteDatabase), ...jobs.getConcerns()],
    /** The open database, for checks, backups and moves. */
    database: siteDatabase,
    start: jobs.start,
    stop: jobs.stop,
    /** Stops the jobs, and closes the database. */
    async close(): Promise<void> {
      await jobs.stop();
      await siteDatabase.close();
    },
  };
}

/** Returns what a person has to look into, apart from the jobs. */
function findConcerns({ smtpUrl, siteUrl }: Config, database: SiteDatabase): Concern[] {
  return selectConcerns({
    'database: incomplete': database.findDataLoss() !== null,
    'mail: reaches nobody': smtpUrl === undefined && siteUrl.startsWith('https://'),
  });
}
