import { existsSync, statSync } from 'node:fs';
import type { OpeningSettings } from '../database/database.ts';
import { getMarkerPath } from '../database/sqlite-database.ts';
import { createLog } from '../process/log.ts';
import { readConfig, type DatabasePlace } from '../start/config.ts';
import { StartError } from '../start/explain.ts';
import { openCore } from '../start/open-core.ts';

/** Environment and output of a command. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** The names that `.env` sets, as `readConfig` takes them. */
  namesInFile: readonly string[];
  /** Writes results to standard output. */
  write(text: string): void;
  /** Writes errors and notes to standard error. */
  complain(text: string): void;
}

export type Context = ReturnType<typeof createContext>;

/**
 * Creates the context of a command. Everything rejects with faults that `explainFault` explains.
 * @param opened closes at the end of the command whatever was opened
 */
export function createContext(surroundings: Surroundings, opened: AsyncDisposableStack) {
  const config = () => readConfig(surroundings.env, surroundings.namesInFile);
  return {
    ...surroundings,
    opened,
    config,
    /**
     * Opens the database of the configuration, with all that works on it. One of an older schema is that of a server that runs: it is
     * refused, unless the command is there for it.
     */
    async open(wanted = config(), older: OpeningSettings['older'] = 'refuse') {
      expectDatabase(wanted.database);
      const core = await openCore(wanted, createLog('silent'), { older });
      opened.defer(core.close);
      return core;
    },
  };
}

/** Only the server makes a database: throws a StartError where a file of SQLite has never been. */
export function expectDatabase(place: DatabasePlace): void {
  if (place.kind !== 'sqlite') return;
  try {
    statSync(place.path);
  } catch (fault) {
    // If the file existed before or is out of reach, opening it reports that.
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(getMarkerPath(place.path))) return;
    throw new StartError(`There is no database ${place.path} yet. Start the server once, or set DATABASE_URL.`);
  }
}
