import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DatabaseOpenError } from '../database/database.ts';
import { executeStatement, createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { explainError } from './command.ts';

/** The fault that SQLite throws when its file may not grow. */
function faultOfFullDisk(): unknown {
  using database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 2');
  try {
    database.exec('CREATE TABLE one (x); CREATE TABLE two (x); CREATE TABLE three (x)');
  } catch (error) {
    return error;
  }
  throw new Error('It was not full');
}

describe('a fault in words', () => {
  it.each([
    ['opening the database', new DatabaseOpenError('/d', 'full', { cause: faultOfFullDisk() }), /^The database \/d /],
    ['writing to the database', faultOfFullDisk(), /./],
    ['writing a file', Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' }), /./],
  ])('says where %s fills the disk that it is full', (_what, fault, says) => {
    expect(explainError(fault)).toEqual([expect.stringMatching(new RegExp(`${says.source}.*the disk is full\\.`))]);
  });

  it('tells what PostgreSQL refused', async () => {
    const fault = await executeStatement(await createTemporaryPostgres(), 'SELECT nonsense').catch(
      (caught: unknown) => caught,
    );
    expect(explainError(fault)).toEqual([expect.stringMatching(/^The database refused: .*nonsense.*\.$/)]);
    // A fault of the software is left to its stack.
    expect(explainError(new TypeError('x is not a function'))).toBeNull();
  });
});
