import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { keepPrivate, narrow } from '../../process/private-file.ts';
import { DatabaseOpenError } from './sql-database.ts';

/**
 * Makes the file where none has been, with its directory: both for the owner alone, for it holds personal data. Throws a
 * DatabaseOpenError where a database has stood and is gone: an empty one in its place would hide that.
 */
export function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // In this order: a process that makes the database at this moment writes the file first.
  if (existsSync(markerOf(path)) && isEmpty(path))
    throw new DatabaseOpenError(
      path,
      `the file is missing or empty, and a database has stood there. Restore it from a backup, or delete ${markerOf(path)} to begin with an empty one`,
    );
  keepPrivate(path);
  // SQLite gives new ones the rights of the file.
  for (const companion of ['-wal', '-shm']) narrow(path + companion);
}

/** Leaves word, for `prepareFile` and for a person, that a database stands at the path. */
export function markAsStanding(path: string): void {
  if (existsSync(markerOf(path))) return;
  const name = basename(path);
  const since = new Date().toISOString();
  writeFileSync(
    markerOf(path),
    `A database has been here since ${since}. If ${name} is missing, restore it from a backup.\nTo begin with an empty one, delete this file.\n`,
    { mode: 0o600 },
  );
}

/** What lies beside a database that stands, and stays when that is gone. */
export function markerOf(path: string): string {
  return `${path}.stands`;
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

/** Where the opened file and its write-ahead log stood; made once both are there. */
export interface Place {
  /** Throws where another file stands there now, or none: what is committed then is lost. */
  assert(): void;
  /**
   * Called once the file is closed: the log of a lost file is kept under another name. SQLite would apply it to whatever file
   * stands there next.
   */
  setLostLogAside(): void;
}

export function openedPlace(path: string, isFileInPlace: () => boolean): Place {
  const log = `${path}-wal`;
  const isLogInPlace = watch(log);
  return {
    assert() {
      if (isFileInPlace() && isLogInPlace()) return;
      throw new Error(
        `The file ${path} or its write-ahead log was replaced or removed under the running server: what is stored now is lost with it. A restart opens what is there now`,
      );
    },
    setLostLogAside() {
      if (!isFileInPlace() && isLogInPlace()) renameSync(log, `${log}.lost`);
    },
  };
}

/** Makes a check whether the same file stands at the path as now. */
export function watch(path: string): () => boolean {
  const opened = identityOf(path);
  return () => identityOf(path) === opened;
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
