import type { VisitSource } from '../enquiries/model.ts';

/** Stands for websites and campaigns that are too rare, or too many, to be kept by name. */
export const otherSource = 'other';

/** Stands for no website: the address was typed, or the browser does not tell. */
export const directSource = 'direct';

/** `host`: a host name, `direct`, or empty if it is not known. `campaign`: `linkedin / social / spring`. */
export type Referral = Pick<VisitSource, 'host' | 'campaign'>;

/** Parses what led to a visit out of untrusted parameters of the browser. */
export function parseReferral(parameters: URLSearchParams): Referral {
  const host = (parameters.get('host') || directSource).toLowerCase().replace(/^www\./, '');
  const isHostName = host.length <= 100 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host);
  const campaign = ['source', 'medium', 'campaign'].map((name) => cleanCampaignPart(parameters.get(`utm_${name}`)));
  return {
    host: !parameters.has('host') ? '' : isHostName || host === directSource ? host : otherSource,
    campaign: campaign.filter((part) => part !== '').join(' / '),
  };
}

function cleanCampaignPart(text: string | null): string {
  return (text ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._ -]/g, '')
    .trim()
    .slice(0, 40);
}

/** Path of the page with the form. A form counts for the page before it; without one, for its own. */
export const contactFormPath = '/contact';

/** Returns the known page of an untrusted parameter; empty if it is none. */
export function findPagePath(path: string | null, pagePaths: readonly string[]): string {
  return pagePaths.find((known) => known === path) ?? '';
}

/** Parses the header that the browser sends beside an enquiry, like a query string; null for nothing. */
export function parseVisitSource(header: unknown, pagePaths: readonly string[]): VisitSource | null {
  if (typeof header !== 'string' || header === '') return null;
  const parameters = new URLSearchParams(header);
  return {
    page: findPagePath(parameters.get('from'), pagePaths) || contactFormPath,
    firstPage: findPagePath(parameters.get('first'), pagePaths),
    ...parseReferral(parameters),
  };
}

/** Tests if a request says that its sender does not want to be counted: Global Privacy Control, or Do Not Track. */
export function hasObjectedToCounting(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}
