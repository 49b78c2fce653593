/** Its port on this machine, and its https origin behind a proxy. */
export interface InboxPlace {
  inboxPort: number | undefined;
  inboxUrl: string | undefined;
}

/** Where people find the inbox; undefined where there is none. */
export function getInboxOrigin({ inboxPort, inboxUrl }: InboxPlace): string | undefined {
  return inboxPort === undefined ? undefined : (inboxUrl ?? `http://localhost:${inboxPort}`);
}
