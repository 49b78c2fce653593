/** Port of the office on this machine, and its https origin behind a proxy. */
export interface OfficeListenConfig {
  officePort: number | undefined;
  officeUrl: string | undefined;
}

/** Returns the office's origin for its users; undefined if no port is set. */
export function findOfficeOrigin({ officePort, officeUrl }: OfficeListenConfig): string | undefined {
  return officePort === undefined ? undefined : (officeUrl ?? `http://localhost:${officePort}`);
}
