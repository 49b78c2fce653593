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
import { ensurePrivateFile } from '../process/private-file.ts';
import { checkIntegrity, createSuspicionCheck } from './check-integrity.ts';
import { commitMarkKey, parseCommitMark } from './commit-and-verify.ts';
import type { CommitVerifier } from './database.ts';

/** Watches the files of an open database. SQLite itself does not notice changes by other programs. */
export interface DatabaseFileWatch extends CommitVerifier {
  /**
   * Rejects if the file or its log was replaced, overwritten or truncated. Takes microseconds, or seconds if another
   * program changed the file: a thread of its own then checks all of it.
   */
  assertFilesIntact(): Promise<void>;
  acceptTruncatedLog(): void;
  /** Stops watching. Calls `closeWriter` in between, which closes the connection that commits. */
  close(closeWriter: () => Promise<void>): Promise<void>;
}

/** Suffixes of files with the mark of the newest acknowledged commit and valid stamps, and with a found data loss. */
const newestSuffix = '.newest';
const lossSuffix = '.missing';

/** Suffixes of files that describe a database's content: they move with it when it is replaced. */
export const companionSuffixes = ['-wal', '-shm', newestSuffix, lossSuffix] as const;

/** Offsets in the header of a database file, in bytes: sqlite.org/fileformat.html */
const headerOffsets = { pageSize: 16, pages: 28, applicationId: 68 };

/** Starts watching. `writer` commits. `isServer`: this process acknowledges commits, and stamps the file. */
export async function watchDatabaseFiles(
  databasePath: string,
  writer: DatabaseSync,
  isServer: boolean,
): Promise<DatabaseFileWatch> {
  const reader = openReader(databasePath);
  const logPath = `${databasePath}-wal`;
  const [file, log] = [observeFile(databasePath), observeFile(logPath)];
  // Stays open: closing it would release SQLite's locks on the file in this process.
  const fileDescriptor = openSync(databasePath, 'r');
  let mark = reader.readMark();
  ensurePrivateFile(databasePath + newestSuffix);
  const newestDescriptor = openSync(databasePath + newestSuffix, 'r+');
  const stamp = createHeaderStamp(fileDescriptor, isServer ? writer : undefined);
  const isWhole = (stamps: readonly number[]) =>
    stamps.includes(stamp.read()) && !isTruncated(fileDescriptor, getFileSize(databasePath));
  const isSound = async (stamps: readonly number[]) => isWhole(stamps) || (await checkIntegrity(databasePath)) === 'ok';
  if (isServer) await recordDataLoss(databasePath, mark, isSound);

  function detectForeignWrite(): boolean {
    if (!file.isInPlace() || !log.isInPlace()) throw createReplacedError(databasePath);
    const isForeign = [file.hasShrunk(), log.hasShrunk(), !stamp.isOurs()].includes(true);
    if (isForeign) stamp.adopt();
    return isForeign;
  }

  /** Accepts a harmless write by an operator's command. Rejects if the database was overwritten by a copy. */
  async function checkForeignWrite(): Promise<void> {
    const integrity = await checkIntegrity(databasePath);
    if (integrity !== 'ok' || parseCommitMark(reader.readMark()).number < parseCommitMark(mark).number)
      throw createOverwrittenError(databasePath, integrity);
  }

  const assertFilesIntact = createSuspicionCheck(detectForeignWrite, checkForeignWrite);
  return {
    assertFilesIntact,
    async verifyCommit(commitMark) {
      await assertFilesIntact();
      const found = reader.readMark();
      // Another commit may have followed.
      if (parseCommitMark(found).number < parseCommitMark(commitMark).number)
        throw new Error(`What was written to ${databasePath} cannot be read back`);
      mark = found;
      // Not flushed: after a power failure it may be older than the database, which is no false claim.
      if (isServer) writeSync(newestDescriptor, formatNewestCommit({ mark, stamps: stamp.expected() }), 0);
    },
    acceptTruncatedLog: () => void log.hasShrunk(),
    async close(closeWriter) {
      if (!reader.isOpen()) return;
      // First: the last connection to close checkpoints the log, which a read-only one cannot do.
      reader.close();
      await closeWriter();
      for (const handle of [fileDescriptor, newestDescriptor]) closeSync(handle);
      // SQLite would apply the log of a lost file to the next file of that name.
      if (!file.isInPlace() && log.isInPlace()) renameSync(logPath, `${logPath}.lost`);
    },
  };
}

/** Observes which file is at a path, and its size since the last look. */
function observeFile(path: string) {
  const opened = getFileIdentity(path);
  let size = getFileSize(path);
  return {
    isInPlace: (): boolean => getFileIdentity(path) === opened,
    hasShrunk(): boolean {
      const before = size;
      size = getFileSize(path);
      return size < before;
    },
  };
}

function createOverwrittenError(databasePath: string, integrity: string): Error {
  return new Error(
    `The file ${databasePath} was changed by another program while the server runs, and is damaged or lacks stored data (${integrity}). Stop the server and restore a backup`,
  );
}

function createReplacedError(databasePath: string): Error {
  return new Error(
    `The file ${databasePath} or its write-ahead log was replaced or removed under the running server: what is stored now is lost with it. A restart opens what is there now`,
  );
}

/** Opens a second connection, which reads commits back. */
function openReader(path: string) {
  const file = new DatabaseSync(path, { readOnly: true });
  const newest = file.prepare('SELECT value FROM meta WHERE key = ?');
  return {
    readMark: (): string => String(newest.get(commitMarkKey)?.['value'] ?? ''),
    isOpen: (): boolean => file.isOpen,
    close: (): void => file.close(),
  };
}

/** Returns the recorded message if the database lacks acknowledged commits, else null. */
export function readRecordedDataLoss(path: string): string | null {
  return existsSync(path + lossSuffix) ? readFileSync(path + lossSuffix, 'utf8').trim() : null;
}

/** Records a message for the operator if the newest acknowledged commit is missing, or `isSound` resolves to false. */
async function recordDataLoss(
  path: string,
  mark: string,
  isSound: (stamps: readonly number[]) => Promise<boolean>,
): Promise<void> {
  const newest = parseNewestCommit(readFileSync(path + newestSuffix, 'utf8'));
  if (newest === null) return;
  const [stored, acknowledged] = [parseCommitMark(mark), parseCommitMark(newest.mark)];
  const hasNewest = stored.number > acknowledged.number || mark === newest.mark;
  if (hasNewest && (await isSound(newest.stamps))) return;
  writeFileSync(
    path + lossSuffix,
    `On ${new Date().toISOString()} ${path} lacks commits that were acknowledged: its newest is ${stored.number}, and ${acknowledged.number} was acknowledged. Restore a backup, or delete ${path + lossSuffix} to go on without them.\n`,
    { mode: 0o600 },
  );
}

/** The newest acknowledged commit, and the stamps that the database file may have. */
interface NewestCommit {
  mark: string;
  stamps: readonly number[];
}

/** Formats the content of the file, of which each is as long as the one before: `17 5f0c… 12 34`. */
function formatNewestCommit({ mark, stamps }: NewestCommit): string {
  return [mark, ...stamps].join(' ').padEnd(96);
}

/** Returns null if nothing was acknowledged yet. */
function parseNewestCommit(text: string): NewestCommit | null {
  const [number, id, ...stamps] = text.trim().split(' ');
  return id === undefined ? null : { mark: `${number} ${id}`, stamps: stamps.map(Number) };
}

/**
 * Stamps the header of the file, anew after each checkpoint. If a copy is written over the file, an older one than the
 * last checkpoint has an old stamp; a newer one has the same pages.
 */
function createHeaderStamp(fileDescriptor: number, writer: DatabaseSync | undefined) {
  const read = (): number => readHeader(fileDescriptor, headerOffsets.applicationId);
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
      // Within a transaction a rollback would undo the new stamp.
      if (found === next && !writer.isTransaction) renew();
      // Also of a file that is empty, while all is in its log.
      return [current, next].includes(found);
    },
    adopt: () => void (current = read()),
    read,
    expected: (): readonly number[] => [current, next],
  };
}

/** Returns true if a file of this size has fewer pages than its header says. */
function isTruncated(fileDescriptor: number, size: number): boolean {
  // 1 means 65,536, which does not fit into two bytes.
  const pageSize = readHeader(fileDescriptor, headerOffsets.pageSize) >>> 16;
  return size < readHeader(fileDescriptor, headerOffsets.pages) * (pageSize === 1 ? 65_536 : pageSize);
}

/** Returns four bytes of the header as a number; NaN if the file is too short. */
function readHeader(fileDescriptor: number, position: number): number {
  const bytes = Buffer.alloc(4);
  return readSync(fileDescriptor, bytes, 0, 4, position) === 4 ? bytes.readInt32BE() : NaN;
}

function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function getFileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
