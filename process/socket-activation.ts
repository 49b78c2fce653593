/**
 * The socket that systemd has opened for this process, as its file descriptor; undefined where there is none. It goes on listening
 * while one process ends and the next one starts: what comes meanwhile waits in the kernel, and nothing is refused. See
 * sd_listen_fds(3): the descriptors begin with 3, and have the names of their units.
 */
export function findActivatedSocket(unit: 'website.socket' | 'website-inbox.socket'): number | undefined {
  const { LISTEN_PID: forWhom, LISTEN_FDS: count, LISTEN_FDNAMES: names } = process.env;
  // Of a parent's variables, inherited by mistake, nothing is taken.
  if (Number(forWhom) !== process.pid) return undefined;
  const units = names?.split(':') ?? Array.from({ length: Number(count) }, () => 'website.socket');
  const at = units.slice(0, Number(count)).indexOf(unit);
  return at === -1 ? undefined : firstDescriptor + at;
}

/** SD_LISTEN_FDS_START. */
const firstDescriptor = 3;
