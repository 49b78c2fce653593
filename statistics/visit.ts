import type { VisitOrigin } from '../enquiries/model.ts';

/** Stands for websites and campaigns that are too rare, or too many, to be kept by name. */
export const other = 'other';

/** Where a visit began outside the site: a host name, or empty, and a campaign like `linkedin / social / spring`. */
export type VisitSource = Pick<VisitOrigin, 'host' | 'campaign'>;

/** Parses the source of a visit out of untrusted parameters of the browser. */
export function parseVisitSource(parameters: URLSearchParams): VisitSource {
  const host = (parameters.get('host') ?? '').toLowerCase().replace(/^www\./, '');
  const isHostName = host.length <= 100 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host);
  const campaign = ['source', 'medium', 'campaign'].map((name) => cleanCampaignPart(parameters.get(`utm_${name}`)));
  return {
    host: isHostName || host === '' ? host : other,
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

/**
 * Parses what the browser sends beside an enquiry. Returns null for nothing, or nothing known.
 * @param header parameters as in a query string
 */
export function parseVisitOrigin(header: unknown, pagePaths: readonly string[]): VisitOrigin | null {
  if (typeof header !== 'string' || header.length > 1000) return null;
  const parameters = new URLSearchParams(header);
  const findPath = (name: string) => pagePaths.find((path) => path === parameters.get(name)) ?? '';
  const origin = { page: findPath('from'), firstPage: findPath('first'), ...parseVisitSource(parameters) };
  return Object.values(origin).some((value) => value !== '') ? origin : null;
}

/** Tests if a request says that its sender does not want to be counted: Global Privacy Control, or Do Not Track. */
export function hasObjected(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}
