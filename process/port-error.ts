/** A port of this machine alone cannot be used: a sentence for the operator. */
export class PortError extends Error {}

/** What it means that listening on loopback failed; the fault itself where it is about something else. */
export function portError(fault: unknown, setting: string, port: number): unknown {
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
  const where = `127.0.0.1:${port}`;
  const options = { cause: fault };
  if (code === 'EADDRINUSE')
    return new PortError(`${where} is already in use. Set ${setting} to another port.`, options);
  if (code === 'EACCES')
    return new PortError(`This user may not listen on ${where}. Set ${setting} to 1024 or above.`, options);
  return fault;
}
