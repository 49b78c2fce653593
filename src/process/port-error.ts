/** Thrown if a port or host cannot be used. Its message is a sentence for the operator. */
export class PortError extends Error {}

/** Returns a PortError that names `settingName` if listening failed, otherwise the error itself. */
export function toPortError(error: unknown, settingName: string): unknown {
  const { syscall, code, address, port } = Object(error) as NodeJS.ErrnoException & { address?: string; port?: number };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `${address}:${port} is already in use. Stop what uses it, or set ${settingName} to another port.`,
    EACCES: `This user may not listen on ${address}:${port}. Set ${settingName} to another port, 1024 or above.`,
    EADDRNOTAVAIL: `HOST is no address of this machine: ${address}.`,
    ENOTFOUND: 'HOST is no address of this machine: it cannot be found.',
  };
  const message = messages[code ?? ''];
  return message === undefined ? error : new PortError(message, { cause: error });
}
