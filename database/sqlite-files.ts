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
import { keepPrivate } from '../process/private-file.ts';
import { markKey } from './commit-marks.ts';
import type { CommitMarks } from './database.ts';

/** Watches the files of an open database. SQLite itself does not notice changes by other programs. */
export interface DatabaseFiles extends CommitMarks {
  /**
   * Throws if the file or its log was replaced, overwritten or shortened. Takes microseconds; seconds after another
   * program changed the file, since SQLite then checks all of it.
   */
  assertIntact(): void;
  /** Must be called after this process has shortened the log. */
  acceptShorterLog(): void;
  /** Ends the watch, and closes the committing connection in between. */
  close(closeWriter: () => Promise<void>): Promise<void>;
}

/** Has the mark of the newest acknowledged commit and the valid stamps of the file: see `noteLoss`. */
const newestEnding = '.newest';
const lossEnding = '.missing';

/** Endings of files that describe a database's content: they move with it when it is replaced. */
export const companionEndings = ['-wal', '-shm', newestEnding, lossEnding] as const;

/** Offsets in the header of a database file, in bytes: sqlite.org/fileformat.html */
const header = { pageSize: 16, pages: 28, applicationId: 68 };

/**
 * Begins to watch the files of a database that was just opened.
 * @param writer the connection that commits
 * @param isServer true if this process acknowledges commits: only then is the file stamped
 */
export function watchFiles(path: string, writer: DatabaseSync, isServer: boolean): DatabaseFiles {
  const reader = openReader(path);
  const log = `${path}-wal`;
  const [openedFile, openedLog] = [identityOf(path), identityOf(log)];
  // Stays open: closing it would release SQLite's locks on the file in this process.
  const raw = openSync(path, 'r');
  let mark = reader.readMark();
  let sizes = [path, log].map(sizeOf);
  keepPrivate(path + newestEnding);
  const newest = openSync(path + newestEnding, 'r+');
  // Not flushed: after a power failure it may be older than the database, which claims nothing false.
  function keepNewest(stamps: readonly number[]): void {
    if (mark !== '') writeSync(newest, [mark, ...stamps].join(' ').padEnd(96), 0);
  }
  const stamp = createStamp(raw, isServer ? writer : undefined, keepNewest);
  const isWhole = (stamps: readonly number[]) => stamps.includes(stamp.read()) && !isCutOff(raw, sizeOf(path));
  if (isServer) noteLoss(path, mark, (stamps) => isWhole(stamps) || reader.checkIntegrity() === 'ok');
  const areInPlace = (): boolean => identityOf(path) === openedFile && identityOf(log) === openedLog;

  /** Accepts a harmless write by an operator's command. Throws if the database was overwritten by a copy. */
  function verify(): void {
    const found = reader.checkIntegrity();
    if (found === 'ok' && numberOf(reader.readMark()) >= numberOf(mark)) return stamp.adopt();
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
      const found = reader.readMark();
      // Another commit may have followed.
      if (numberOf(found) < numberOf(written)) throw new Error(`What was written to ${path} cannot be read back`);
      mark = found;
      if (isServer) keepNewest(stamp.expected());
    },
    acceptShorterLog: () => void (sizes = [path, log].map(sizeOf)),
    async close(closeWriter) {
      if (!reader.isOpen()) return;
      // First: the last connection to close checkpoints the log, which a read-only one cannot do.
      reader.close();
      await closeWriter();
      for (const handle of [raw, newest]) closeSync(handle);
      // SQLite would apply the log of a lost file to the next file of that name.
      if (identityOf(path) !== openedFile && identityOf(log) === openedLog) renameSync(log, `${log}.lost`);
    },
  };
}

/** Opens a second connection, to read commits back. `checkIntegrity` returns `ok`, or the damage. */
function openReader(path: string) {
  const file = new DatabaseSync(path, { readOnly: true });
  const newest = file.prepare('SELECT value FROM meta WHERE key = ?');
  return {
    readMark: (): string => String(newest.get(markKey)?.['value'] ?? ''),
    checkIntegrity: (): string => String(file.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']),
    isOpen: (): boolean => file.isOpen,
    close: (): void => file.close(),
  };
}

/** Returns a message for the operator if the database lacks acknowledged commits, else null. */
export function findLoss(path: string): string | null {
  return existsSync(path + lossEnding) ? readFileSync(path + lossEnding, 'utf8').trim() : null;
}

/**
 * Compares a database with the newest acknowledged commit, and writes a message for the operator if it is missing.
 * @param isSound returns true if the file has one of these stamps, or is intact
 */
function noteLoss(path: string, mark: string, isSound: (stamps: readonly number[]) => boolean): void {
  const [number = '', id = '', ...stamps] = readFileSync(path + newestEnding, 'utf8')
    .trim()
    .split(' ');
  const lacking = Number(number) - numberOf(mark);
  const isNewest = lacking < 0 || (lacking === 0 && mark === `${number} ${id}`);
  if (id === '' || (isNewest && isSound(stamps.map(Number)))) return;
  writeFileSync(
    path + lossEnding,
    `On ${new Date().toISOString()} ${path} lacked what had been stored in it: its newest commit is ${numberOf(mark)}, and ${number} was acknowledged. Restore a backup, or delete ${path + lossEnding} to go on without.\n`,
    { mode: 0o600 },
  );
}

/**
 * Stamps the file's header, anew after each checkpoint. A copy from before the last checkpoint, written over the file,
 * has an old stamp. A later copy has the same pages as the file.
 */
function createStamp(raw: number, writer: DatabaseSync | undefined, keep: (stamps: readonly number[]) => void) {
  const read = (): number => readHeader(raw, header.applicationId);
  let current = read();
  let next = current;

  function renew(): void {
    current = next;
    next = randomInt(1, 2 ** 31);
    keep([current, next]);
    writer?.exec(`PRAGMA application_id = ${next}`);
  }

  return {
    isOurs(): boolean {
      const found = read();
      if (writer === undefined) return !Number.isNaN(found);
      // Within a transaction, a rollback would undo it.
      if (found === next && !writer.isTransaction) renew();
      return found === current || found === next;
    },
    adopt: () => void (current = read()),
    read,
    expected: (): readonly number[] => [current, next],
  };
}

/** Returns true if a file of this size has fewer pages than its header says. */
function isCutOff(raw: number, size: number): boolean {
  // 1 stands for 65,536, which does not fit into two bytes.
  const pageSize = readHeader(raw, header.pageSize) >>> 16;
  return size < readHeader(raw, header.pages) * (pageSize === 1 ? 65_536 : pageSize);
}

/** Reads four bytes of the header as a number; NaN if the file is too short. */
function readHeader(raw: number, position: number): number {
  const bytes = Buffer.alloc(4);
  return readSync(raw, bytes, 0, 4, position) === 4 ? bytes.readInt32BE() : NaN;
}

const numberOf = (mark: string): number => Number(mark.split(' ')[0] ?? 0);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
