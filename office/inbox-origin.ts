/** Port of the inbox on this machine, and its https origin behind a proxy. */
export interface InboxPlace {
  inboxPort: number | undefined;
  inboxUrl: string | undefined;
}

/** Returns the origin of the inbox for its users; undefined if it has no port. */
export function getInboxOrigin({ inboxPort, inboxUrl }: InboxPlace): string | undefined {
  return inboxPort === undefined ? undefined : (inboxUrl ?? `http://localhost:${inboxPort}`);
}
