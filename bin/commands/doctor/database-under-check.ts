import { databaseVersions } from '../../../enquiries/sql-database-versions.ts';
import type { OpenDatabase } from '../../../enquiries/sql-database.ts';
import { createSqlEnquiryStore } from '../../../enquiries/sql-enquiry-store.ts';
import type { EnquiryStore } from '../../../enquiries/store.ts';
import type { DatabasePlace } from '../../../server/config.ts';
import { openDatabase, placeInWords } from '../../../server/open-database.ts';
import type { Result } from './finding.ts';

/** A database that may not open. */
export interface DatabaseUnderCheck {
  /** Opens it and writes to it. Rejects if that cannot be done. */
  check(now: Date): Promise<Result>;
  /** What another check finds in it, if it opened. */
  look(at: (store: EnquiryStore) => Result | Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export function databaseUnderCheck(place: DatabasePlace): DatabaseUnderCheck {
  let open: OpenDatabase | undefined;
  let store: EnquiryStore | undefined;
  return {
    async check(now) {
      open = await openDatabase(place);
      store = createSqlEnquiryStore(open.database, open.dialect);
      await store.proveWritable(now);
      const versions = await databaseVersions(open.database, place.kind);
      return { status: 'ok', detail: `${placeInWords(place)} opens and can be written (${versions})` };
    },
    async look(at) {
      return store === undefined ? { status: 'failed', detail: 'not checked: the database does not open' } : at(store);
    },
    async close() {
      await open?.close();
    },
  };
}
