/** A port or a host cannot be used: a sentence for the operator. */
export class PortError extends Error {}

/** Returns a PortError that names `setting` if listening failed, otherwise the fault itself. */
export function explainPortError(fault: unknown, setting: string): unknown {
  const { syscall, code, address, port } = Object(fault) as NodeJS.ErrnoException & { address?: string; port?: number };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return fault;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `${address}:${port} is already in use. Stop what uses it, or set ${setting} to another port.`,
    EACCES: `This user may not listen on ${address}:${port}. Set ${setting} to another port, 1024 or above.`,
    EADDRNOTAVAIL: `HOST is no address of this machine: ${address}.`,
    ENOTFOUND: 'HOST is no address of this machine: it cannot be found.',
  };
  const sentence = sentences[code ?? ''];
  return sentence === undefined ? fault : new PortError(sentence, { cause: fault });
}
