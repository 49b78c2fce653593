import type { EnquiryStore } from '../../../enquiries/store.ts';
import { enquiryCount } from '../enquiry-text.ts';
import type { Result } from './finding.ts';

const day = 24 * 60 * 60 * 1000;

export async function checkRetention(
  store: Pick<EnquiryStore, 'count'>,
  retentionDays: number,
  now: Date,
): Promise<Result> {
  const end = new Date(now.getTime() - retentionDays * day);
  const detail = `${enquiryCount(await store.count({ until: end }))} older than ${retentionDays} days`;
  // A running server purges each day: what is late by two has been left lying.
  const overdue = await store.count({ until: new Date(end.getTime() - 2 * day) });
  if (overdue === 0) return { status: 'ok', detail: `${detail}; the server erases them daily` };
  return { status: 'warning', detail: `${detail}: the server erases them daily while it runs, or "enquiries purge"` };
}
