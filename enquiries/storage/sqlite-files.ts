import { randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from '../../process/private-file.ts';
import { markKey } from './commit-marks.ts';
import type { CommitMarks } from './sql-database.ts';

/** The files of an open database. Another program may change them under the server: SQLite itself does not notice. */
export interface DatabaseFiles extends CommitMarks {
  /**
   * Throws where the file or its log was replaced, overwritten or shortened. It costs some microseconds, and seconds where a file was
   * changed by another program: then SQLite checks the whole of it.
   */
  assertIntact(): void;
  /** To be called after this process has shortened the log. */
  acceptShorterLog(): void;
  /** Ends the watch around the close of the connection that commits. */
  close(closeWriter: () => Promise<void>): Promise<void>;
}

/** The newest acknowledged commit, as `confirm` last wrote it: see `findLoss`. */
const newestEnding = '.newest';
const lossEnding = '.missing';

/** Files beside a database that speak of its content: they go with it when another is put into its place. */
export const companionEndings = ['-wal', '-shm', newestEnding, lossEnding] as const;

/** Offset and size of the application id in the header of a database file: https://www.sqlite.org/fileformat.html */
const applicationId = { position: 68, length: 4 };

/**
 * Begins to watch the files of a database that has just been opened.
 * @param writer the connection that commits
 * @param isServer whether this process is alone with the database: it stamps the file, which commands leave as it is
 */
export function watchFiles(path: string, writer: DatabaseSync, isServer: boolean): DatabaseFiles {
  const reader = new DatabaseSync(path, { readOnly: true });
  const readMark = reader.prepare('SELECT value FROM settings WHERE key = ?');
  const markOf = (): string => String(readMark.get(markKey)?.['value'] ?? '');
  const log = `${path}-wal`;
  const [openedFile, openedLog] = [identityOf(path), identityOf(log)];
  // Stays open: closing it would free the locks that SQLite has on the file in this process.
  const raw = openSync(path, 'r');
  const stamp = createStamp(raw, isServer ? writer : undefined);
  let mark = markOf();
  let sizes = [path, log].map(sizeOf);
  noteLoss(path, mark);
  keepPrivate(path + newestEnding);
  const newest = openSync(path + newestEnding, 'r+');
  const areInPlace = (): boolean => identityOf(path) === openedFile && identityOf(log) === openedLog;

  /** What wrote to the files beside this process: an operator's command, which does no harm, or a copy over the database. */
  function verify(): void {
    const found = String(reader.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']);
    if (found === 'ok' && numberOf(markOf()) >= numberOf(mark)) return stamp.adopt();
    throw new Error(
      `The file ${path} was changed by another program under the running server, and is damaged or has lost what was stored (${found}). Stop the server and restore a backup`,
    );
  }

  function assertIntact(): void {
    if (!areInPlace())
      throw new Error(
        `The file ${path} or its write-ahead log was replaced or removed under the running server: what is stored now is lost with it. A restart opens what is there now`,
      );
    const found = [path, log].map(sizeOf);
    if (!stamp.isOurs() || found.some((size, index) => size < (sizes[index] ?? 0))) verify();
    sizes = found;
  }

  return {
    assertIntact,
    confirmMark(written) {
      assertIntact();
      const found = markOf();
      // Another commit may have come after it.
      if (numberOf(found) < numberOf(written)) throw new Error(`What was written to ${path} cannot be read back`);
      mark = found;
      // Without a flush of its own: after a loss of power it may be older than the database, which says nothing false.
      writeSync(newest, found.padEnd(64), 0);
    },
    acceptShorterLog: () => void (sizes = [path, log].map(sizeOf)),
    async close(closeWriter) {
      if (!reader.isOpen) return;
      // First: what closes last empties the log into the file, which a connection that only reads cannot do.
      reader.close();
      await closeWriter();
      for (const handle of [raw, newest]) closeSync(handle);
      // SQLite would apply the log of a lost file to whatever stands there next.
      if (identityOf(path) !== openedFile && identityOf(log) === openedLog) renameSync(log, `${log}.lost`);
    },
  };
}

/** What is missing of a database that is older than what visitors were told was stored, in words; null where nothing is. */
export function findLoss(path: string): string | null {
  return existsSync(path + lossEnding) ? readFileSync(path + lossEnding, 'utf8').trim() : null;
}

/** Compares a database with the newest commit that was acknowledged, and leaves word where it lacks that. */
function noteLoss(path: string, mark: string): void {
  const written = existsSync(path + newestEnding) ? readFileSync(path + newestEnding, 'utf8').trim() : '';
  const lacking = numberOf(written) - numberOf(mark);
  if (lacking < 0 || (lacking === 0 && written === mark) || written === '') return;
  writeFileSync(
    path + lossEnding,
    `On ${new Date().toISOString()} ${path} lacked what had been stored in it: its newest commit is ${numberOf(mark)}, and ${numberOf(written)} was acknowledged. Restore a backup, or delete ${path + lossEnding} to go on without.\n`,
    { mode: 0o600 },
  );
}

/**
 * Makes a stamp in the header of the file, another after each checkpoint: a copy that was made before the last one and is written
 * over the file has an old stamp. A copy that was made since has the same pages as the file.
 */
function createStamp(raw: number, writer: DatabaseSync | undefined) {
  const read = (): number => {
    const bytes = Buffer.alloc(applicationId.length);
    return readSync(raw, bytes, 0, applicationId.length, applicationId.position) === bytes.length
      ? bytes.readInt32BE()
      : NaN;
  };
  let current = read();
  let next = current;

  function renew(): void {
    current = next;
    next = randomInt(1, 2 ** 31);
    writer?.exec(`PRAGMA application_id = ${next}`);
  }

  return {
    isOurs(): boolean {
      const found = read();
      if (writer === undefined) return !Number.isNaN(found);
      // Within a transaction it would go with a rollback.
      if (found === next && !writer.isTransaction) renew();
      return found === current || found === next;
    },
    adopt: () => void (current = read()),
  };
}

const numberOf = (mark: string): number => Number(mark.split(' ')[0] ?? 0);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
