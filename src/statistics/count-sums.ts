import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { DayRange } from './period.ts';

/** Columns with the sums of the rows of a group. */
export const sumColumns = [sql<number>`sum(number)`.as('number'), sql<number>`sum(visits)`.as('visits')] as const;

/** Sum of the counts of one kind, page and detail. */
export interface CountRow extends Record<'kind' | 'page' | 'detail', string> {
  number: number;
  visits: number;
}

/** Resolves to the sums of a range of days, wherever visits came from. */
export async function readCounts(database: Database, { from, until }: DayRange): Promise<readonly CountRow[]> {
  return database
    .selectFrom('page_counts')
    .select(['kind', 'page', 'detail', ...sumColumns])
    .where('day', '>=', from)
    .where('day', '<', until)
    .groupBy(['kind', 'page', 'detail'])
    .execute();
}

/** Returns the sum of the counts that match. */
export function sumCounts(
  counts: readonly CountRow[],
  filter: Partial<CountRow>,
  sum: 'number' | 'visits' = 'number',
): number {
  const isCounted = (count: CountRow) =>
    Object.entries(filter).every(([name, value]) => Reflect.get(count, name) === value);
  return counts.filter(isCounted).reduce((total, count) => total + count[sum], 0);
}
