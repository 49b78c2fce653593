import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DatabaseOpenError } from '../../enquiries/sql-database.ts';
import { execute, temporaryPostgres } from '../../enquiries/testing/postgres.ts';
import { explainFault } from './explain-fault.ts';

/** What SQLite throws when its file may not grow. */
function faultOfFullDisk(): unknown {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 2');
  try {
    database.exec('CREATE TABLE one (x); CREATE TABLE two (x); CREATE TABLE three (x)');
  } catch (fault) {
    return fault;
  } finally {
    database.close();
  }
  throw new Error('It was not full');
}

describe('a fault in words', () => {
  it('says of a database that does not open because the disk is full that it is full', () => {
    const fault = new DatabaseOpenError('/data/site.db', 'database or disk is full', { cause: faultOfFullDisk() });
    expect(explainFault(fault)).toEqual([
      expect.stringMatching(/^The database \/data\/site\.db .*: the disk is full\./),
    ]);
  });

  it('says the same of a command that fills the disk', () => {
    expect(explainFault(faultOfFullDisk())).toEqual([expect.stringMatching(/the disk is full\./)]);
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    expect(explainFault(full)).toEqual([expect.stringMatching(/the disk is full\./)]);
  });

  it('does not blame a disk with room for an error of input', () => {
    const cause = Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 4874 });
    const fault = new DatabaseOpenError(`${dirname(import.meta.filename)}/site.db`, cause.message, { cause });
    expect(explainFault(fault)).toEqual([expect.stringContaining('disk I/O error')]);
  });

  it('tells what PostgreSQL refused', async () => {
    const fault = await execute(await temporaryPostgres(), 'SELECT nonsense').catch((caught: unknown) => caught);
    expect(explainFault(fault)).toEqual([expect.stringMatching(/^The database refused: .*nonsense.*\.$/)]);
  });

  it('leaves a fault of the software to its stack', () => {
    expect(explainFault(new TypeError('x is not a function'))).toBeNull();
  });
});
