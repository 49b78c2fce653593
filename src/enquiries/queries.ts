import { sql, type Selectable } from 'kysely';
import { countRows, type DatabaseWithDialect } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { type EnquiryFilter, type EnquiryPageRequest, type EnquirySelector, formatCursor } from './enquiry-filter.ts';
import type { ActivityEvent, EventName } from './change.ts';
import type { Reminder, StoredEnquiry } from './model.ts';
import { buildSearchCondition } from './search-index.ts';
import { buildSelectorCondition, selectFilteredEnquiries } from './filter-conditions.ts';
import { loadStoredEnquiries } from './read-enquiries.ts';

/** Resolves to a page of the enquiries that match the filter. */
export async function listEnquiries(
  dependencies: DatabaseWithDialect,
  page: EnquiryPageRequest,
): Promise<readonly StoredEnquiry[]> {
  const { database, dialect } = dependencies;
  const { order = 'newest', afterCursor, limit, ...filter } = page;
  const { query, ...others } = filter;
  const isSearchAlone = query !== undefined && order === 'newest' && Object.keys(others).length === 0;
  if (isSearchAlone) {
    const newest = { beforeId: afterCursor ?? afterAllIds, limit };
    const condition = buildSearchCondition(query, dialect, newest);
    const found = database.selectFrom('enquiries').selectAll().where(condition);
    return loadStoredEnquiries(dependencies, await found.orderBy('id', 'desc').execute());
  }
  let statement = selectFilteredEnquiries(database, filter, dialect).selectAll().limit(limit);
  if (order === 'newest') {
    statement = statement.orderBy('id', 'desc');
    if (afterCursor !== undefined) statement = statement.where('id', '<', afterCursor);
    return loadStoredEnquiries(dependencies, await statement.execute());
  }
  statement = statement.where('status', '=', 'open').orderBy('due_at').orderBy('id');
  if (afterCursor !== undefined) {
    const [due = '', id] = afterCursor.split('_');
    statement = statement.where(sql<boolean>`(due_at, id) > (${new Date(due)}, ${id})`);
  }
  return loadStoredEnquiries(dependencies, await statement.execute());
}

/** Yields all enquiries that match the filter, the newest first, reading page by page. */
export async function* streamEnquiries(
  dependencies: DatabaseWithDialect,
  filter: EnquiryFilter,
): AsyncGenerator<StoredEnquiry> {
  const limit = 200;
  let page: readonly StoredEnquiry[] = [];
  do {
    const last = page.at(-1);
    page = await listEnquiries(dependencies, { ...filter, limit, afterCursor: last && formatCursor(last) });
    yield* page;
  } while (page.length === limit);
}

/** Resolves to the number of enquiries that match the filter. */
export async function countEnquiries(
  { database, dialect }: DatabaseWithDialect,
  filter: EnquiryFilter,
): Promise<number> {
  return countRows(selectFilteredEnquiries(database, filter, dialect));
}

/** Resolves to the selected enquiries, the newest first. */
export async function findEnquiries(
  dependencies: DatabaseWithDialect,
  selector: EnquirySelector,
): Promise<readonly StoredEnquiry[]> {
  const condition = buildSelectorCondition(selector, dependencies.dialect);
  const found = dependencies.database.selectFrom('enquiries').selectAll().where(condition);
  return loadStoredEnquiries(dependencies, await found.orderBy('id', 'desc').execute());
}

/** Resolves to the events of an enquiry, the oldest first; without one, to a page of all, the newest first. */
export async function listEvents(
  { database }: DatabaseWithDialect,
  selection: { enquiryId: string } | { before?: string | undefined; limit: number },
): Promise<readonly ActivityEvent[]> {
  const all = database.selectFrom('events').selectAll();
  if ('enquiryId' in selection) {
    const own = all.where('enquiry_id', '=', selection.enquiryId);
    return (await own.orderBy('id').execute()).map(toEvent);
  }
  const { before, limit } = selection;
  const older = before === undefined ? all : all.where('id', '<', before);
  return (await older.orderBy('id', 'desc').limit(limit).execute()).map(toEvent);
}

/** Resolves to a person's reminders, by enquiry id. Of an enquiry which is not open, to that of a silent visitor alone. */
export async function listReminders(
  { database }: DatabaseWithDialect,
  person: string,
): Promise<Readonly<Record<string, Reminder>>> {
  const own = database.selectFrom('reminders').selectAll('reminders').where('person', '=', person);
  const rows = await own
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .where((is) => is.or([is('status', '=', 'open'), is('unless_written', '=', 1)]))
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.enquiry_id, { at: new Date(row.due_at), unlessWritten: row.unless_written === 1 }]),
  );
}

/** Sorts after every id. */
const afterAllIds = '~';

function toEvent(row: Selectable<Tables['events']>): ActivityEvent {
  const { id, at, actor, action, detail, note, enquiry_id: enquiryId, version } = row;
  return { id, at: new Date(at), actor, action: action as EventName, detail, note, enquiryId, version };
}
