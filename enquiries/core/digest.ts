import { overdueBefore, type ReplyPromise } from './promise.ts';
import type { EnquiryFilter, EnquiryStore, StoredEnquiry } from './store.ts';

/** Enquiries of one kind: how many there are, and some of them. */
export interface Listed {
  count: number;
  listed: readonly StoredEnquiry[];
}

/** What somebody should look at. */
export interface ToLookAt {
  overdue: Listed;
  /** Not answered, with little of the promise left. */
  soonOverdue: Listed;
  /** Their mail was refused, and nobody has answered them. */
  undelivered: Listed;
  /** Not told of yet. */
  setAside: Listed;
}

/** A flood of spam must not make a mail that no server takes. */
const mostListed = 50;

/** What is unanswered is listed when so much of the promise is left, in hours: the morning before it ends. */
const warnBefore = 4;

/**
 * All that there is to look at now, the oldest first.
 * @param digest the number by which what was set aside is taken up: see `untold` of EnquiryStore
 */
export async function toLookAt(
  digest: number,
  { store, promise }: { store: EnquiryStore; promise: ReplyPromise },
  now: Date,
): Promise<ToLookAt> {
  const overdue = overdueBefore(now, promise);
  const soon = overdueBefore(now, { hours: promise.hours - warnBefore });
  const waiting = async (filter: EnquiryFilter): Promise<Listed> => {
    const all = { handling: 'waiting', ...filter } as const;
    const listed = await store.list({ ...all, after: '', limit: mostListed });
    return { listed, count: listed.length < mostListed ? listed.length : await store.count(all) };
  };
  const { count, newest } = await store.untold(digest, mostListed);
  return {
    overdue: await waiting({ until: overdue }),
    soonOverdue: await waiting({ from: overdue, until: soon }),
    undelivered: await waiting({ undelivered: true }),
    setAside: { count, listed: newest },
  };
}
