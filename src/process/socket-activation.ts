/**
 * Returns the descriptor of the socket that systemd opened for this process, as in sd_listen_fds(3). It keeps listening
 * between two processes: connections wait in the kernel, and none is refused.
 */
export function findActivatedSocketDescriptor(unit: 'website.socket' | 'website-inbox.socket'): number | undefined {
  const { LISTEN_PID, LISTEN_FDS: count, LISTEN_FDNAMES: names } = process.env;
  // Variables inherited from a parent by mistake are ignored.
  if (Number(LISTEN_PID) !== process.pid) return undefined;
  const units = names?.split(':') ?? Array.from({ length: Number(count) }, () => 'website.socket');
  const at = units.slice(0, Number(count)).indexOf(unit);
  return at === -1 ? undefined : firstDescriptor + at;
}

const firstDescriptor = 3;
