import { existsSync, statSync } from 'node:fs';
import type { OpenDatabaseOptions } from '../database/database.ts';
import { getExistenceMarkerPath } from '../database/sqlite-database.ts';
import { createLog } from '../process/log.ts';
import { readConfig } from '../start/config.ts';
import type { DatabaseLocation } from '../start/setting-definitions.ts';
import { StartError } from '../start/start-errors.ts';
import { openApplicationCore } from '../start/open-application-core.ts';

/** Environment and output of a command. */
export interface CommandEnvironment {
  env: Readonly<Record<string, string | undefined>>;
  /** Names of the variables in `.env`: see `readConfig`. */
  namesInFile: readonly string[];
  /** Writes results to standard output. */
  writeOutput(text: string): void;
  /** Writes errors and notes to standard error. */
  writeError(text: string): void;
}

/** Environment of a command, its configuration and its database. */
export type CommandContext = ReturnType<typeof createCommandContext>;

/** Returns the context of a command. `cleanup` runs at its end. `explainError` explains its errors. */
export function createCommandContext(environment: CommandEnvironment, cleanup: AsyncDisposableStack) {
  const loadConfig = () => readConfig(environment.env, environment.namesInFile);
  return {
    ...environment,
    cleanup,
    loadConfig,
    /** Opens the core of the configuration. By default refuses an older schema, which is that of a running server. */
    async openCore(config = loadConfig(), olderSchemaPolicy: OpenDatabaseOptions['olderSchemaPolicy'] = 'refuse') {
      assertSqliteFileExists(config.database);
      const core = await openApplicationCore(config, createLog('silent'), { olderSchemaPolicy });
      cleanup.defer(core.close);
      return core;
    },
  };
}

/** Throws a StartError if the SQLite file was never created: only the server does. Does nothing for PostgreSQL. */
function assertSqliteFileExists(location: DatabaseLocation): void {
  if (location.kind !== 'sqlite') return;
  try {
    statSync(location.path);
  } catch (error) {
    // If the file existed before or is out of reach, opening it reports that.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(getExistenceMarkerPath(location.path))) return;
    throw new StartError(`There is no database ${location.path} yet. Start the server once, or set DATABASE_URL.`);
  }
}
