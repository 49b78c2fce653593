import { randomUUIDv7 } from 'node:crypto';

/**
 * Makes the ids of enquiries: UUIDs of version 7, which sort by time. Node leaves the order within one millisecond to
 * chance; here it is the order of the calls.
 */
export function createEnquiryIds(random: () => string = randomUUIDv7): () => string {
  let last = '';
  return () => {
    let id = random();
    while (millisecond(id) === millisecond(last) && id <= last) id = random();
    return (last = id);
  };
}

/** The part of the id that is the time. */
function millisecond(id: string): string {
  return id.slice(0, 13);
}
