/** Returns true if a URL's host name is this machine, as RFC 6761 says of all names below `localhost`. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Returns true if other people can reach the site: its address is https, and not of this machine. */
export function isPublicSite({ siteUrl }: { siteUrl: string }): boolean {
  return siteUrl.startsWith('https:') && !isLoopbackHost(new URL(siteUrl).hostname);
}
