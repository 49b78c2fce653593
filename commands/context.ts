import { existsSync, statSync } from 'node:fs';
import { markerOf } from '../enquiries/storage/sqlite-database.ts';
import { createLog } from '../process/log.ts';
import { readConfig, type DatabasePlace } from '../start/config.ts';
import { openCore } from '../start/open-core.ts';
import { openDatabase } from '../start/open-database.ts';
import { CommandFailure, line, type Context, type Surroundings } from './command.ts';

/** @param opened takes what is opened, to close it */
export function createContext(surroundings: Surroundings, opened: AsyncDisposableStack): Context {
  const onMade = (path: string) => surroundings.complain(line(`A backup was made before the migration: ${path}`));
  const config = () => readConfig(surroundings.env, surroundings.namesInFile);
  return {
    ...surroundings,
    config,
    async open(wanted = config()) {
      expectDatabase(wanted.database);
      const core = await openCore(wanted, createLog('silent'), { onBackup: onMade });
      opened.defer(core.close);
      return core;
    },
    async openDatabase(place, { databaseConnections: connections, backupDirectory: directory }) {
      const database = await openDatabase(place, { connections, backups: { directory, onMade } });
      opened.defer(database.close);
      return database;
    },
    opened,
  };
}

/** Only the server makes a database: throws a CommandFailure where a file of SQLite has never been. */
export function expectDatabase(place: DatabasePlace): void {
  if (place.kind !== 'sqlite') return;
  try {
    statSync(place.path);
  } catch (fault) {
    // Of one that has been there and is gone, or is out of reach, opening it will tell.
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(markerOf(place.path))) return;
    throw new CommandFailure(`There is no database ${place.path} yet. Start the server once, or set DATABASE_URL.`);
  }
}
