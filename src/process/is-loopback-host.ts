/** Returns true if a URL's host name is this machine, as RFC 6761 says of all names below `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
