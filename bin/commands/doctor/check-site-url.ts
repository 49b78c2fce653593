import type { Result } from './finding.ts';

export function checkSiteUrl(siteUrl: string): Result {
  const { protocol, hostname } = new URL(siteUrl);
  const isThisMachine = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (isThisMachine)
    return { status: 'ok', detail: `${siteUrl}, this machine alone; set SITE_URL before visitors come` };
  if (protocol === 'https:') return { status: 'ok', detail: siteUrl };
  const detail = `${siteUrl}: what visitors send crosses the network unencrypted; serve the site by https`;
  return { status: 'warning', detail };
}
