import { describe, expect, it } from 'vitest';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { standInContent } from '../start/testing/stand-in-pages.ts';
import { submitJson } from '../start/testing/submissions.ts';
import { startTestServer } from '../start/testing/test-server.ts';
import { maxViewReportsPerMinute } from '../statistics/view-counter.ts';
import { viewReportPath } from './view-reports.ts';

const pages = standInContent();
const getRenderedSite = () => ({ ...pages.getRenderedSite(), pagePaths: ['/', '/about'] });
const contentFollower = { ...pages, getRenderedSite };
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function startCounting(env: Record<string, string> = {}) {
  const { url, core, log } = await startTestServer(env, { contentFollower });
  const report = async (body: string, headers: Record<string, string> = {}, path = viewReportPath) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent, ...headers };
    return (await fetch(url + path, { method: 'POST', headers: form, body })).status;
  };
  const listCounts = async () => {
    await core.statistics.save();
    return core.database.database.selectFrom('page_counts').select(['kind', 'page', 'number']).execute();
  };
  return { url, core, log, report, listCounts };
}

describe('a report', () => {
  it.each([viewReportPath, '/api/numbers'])('to %s is counted, and leaves no line in the log', async (path) => {
    const { report, listCounts, log } = await startCounting();
    expect(await report('page=/about', {}, path)).toBe(204);
    expect(await listCounts()).toEqual([{ kind: 'view', page: '/about', number: 1 }]);
    expect(log()).not.toContain(path);
  });

  it.each<[what: string, status: number, body: string, headers: Record<string, string>]>([
    ['of who objects to all', 204, 'page=/', { 'sec-gpc': '1' }],
    ['of who objects to being tracked', 204, 'page=/', { dnt: '1' }],
    ['from another origin', 403, 'page=/', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of 1 MB', 413, `page=/&x=${'x'.repeat(2 ** 20)}`, {}],
    ['as JSON', 415, '{}', { 'content-type': 'application/json' }],
  ])('is not counted %s', async (_what, status, body, headers) => {
    const { report, listCounts } = await startCounting();
    expect(await report(body, headers)).toBe(status);
    expect(await listCounts()).toEqual([]);
  });

  it('is one of a sender’s, who has a network of IPv6, and is never refused', async () => {
    const { report, listCounts } = await startCounting({ TRUST_PROXY: '1' });
    const send = (address: string) => report('page=/', { 'x-forwarded-for': address });
    const statuses = new Set<number>();
    for (let each = 0; each <= maxViewReportsPerMinute; each += 1) statuses.add(await send(`2001:db8:0:1::${each}`));
    await send('2001:db8:0:2::1');
    expect([...statuses]).toEqual([204]);
    const counts = [{ number: 1 }, { kind: 'view', number: maxViewReportsPerMinute + 1 }];
    expect(await listCounts()).toMatchObject(counts);
  });

  it('is sent by no other method', async () => {
    const { url } = await startCounting();
    const { status, headers } = await fetch(url + viewReportPath);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is no address at all where counting is off, and enquiries tell of no visit', async () => {
    const { url, core, report } = await startCounting({ COUNTS: 'off' });
    expect(await report('page=/')).toBe(404);
    await submitJson({ url }, sampleFields, { 'visit-origin': 'from=/about' });
    expect(await core.enquiries.list({ limit: 1 })).toMatchObject([{ visitSource: null }]);
  });
});

it.each([
  ['what is known of its visit, beside the fields', {}, { page: '/about', firstPage: '', host: '', campaign: 'post' }],
  ['nothing of who has objected', { 'sec-gpc': '1' }, null],
])('an enquiry is stored with %s', async (_what, headers, visitSource) => {
  const { url, core } = await startCounting();
  await submitJson({ url }, sampleFields, { 'visit-origin': 'from=/about&first=/x&utm_source=post', ...headers });
  expect(await core.enquiries.list({ limit: 1 })).toMatchObject([{ ...sampleFields, visitSource }]);
});
