/** Port of the office on this machine, and its https origin behind a proxy. */
export interface OfficeListenConfig {
  inboxPort: number | undefined;
  inboxUrl: string | undefined;
}

/** Returns the office's origin for its users; undefined if no port is set. */
export function getOfficeOrigin({ inboxPort, inboxUrl }: OfficeListenConfig): string | undefined {
  return inboxPort === undefined ? undefined : (inboxUrl ?? `http://localhost:${inboxPort}`);
}
