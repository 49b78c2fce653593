import { spawnSync } from 'node:child_process';

import { pages as routes } from './pages.ts';
import { securityTxt, site } from '../content/words.ts';
import { readConfig } from '../start/config.ts';
import { expect, test } from './site.ts';

const { siteUrl } = readConfig({});

const productSlugs = ['adp-connector', 'bartender-connector', 'shipguru', 'bbptechnologies', 'lis365'];
const serviceSlugs = ['mobility', 'data-analytics', 'devops-cloudops', 'business-processes', 'erp-implementation'];
serviceSlugs.push('software-development', 'power-platform', 'sap', 'retail-ecommerce', 'dynamics-365');
serviceSlugs.push('net-technologies');

/** The specification's table of screens. */
const specified = [
  ['/', '/products', '/microsoft-partner', '/strategic-consultation', '/about', '/resources', '/contact'],
  ['/privacy-policy', '/terms-of-service', '/cookie-policy'],
  productSlugs.map((slug) => `/products/${slug}`),
  serviceSlugs.map((slug) => `/services/${slug}`),
].flat();

test('the routes are those of the specification and of the words, and sitemap, robots.txt and llms.txt say so too', async ({
  request,
}) => {
  const paths = routes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(expect.arrayContaining(specified));

  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const locations = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);
  expect(locations).toHaveLength(paths.length);
  expect(new Set(locations)).toEqual(new Set(paths.map((path) => siteUrl + path)));

  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  const lines = (await robots.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  const refused = lines.flatMap((line) => /^Disallow: (.+)/.exec(line)?.[1] ?? []);
  expect(paths.filter((path) => refused.some((start) => path.startsWith(start)))).toEqual([]);

  const llms = await request.get('/llms.txt');
  expect(llms.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await llms.text();
  // The format: a heading of first rank, a quotation, then nothing but paragraphs and lists of links below headings of second.
  expect(text.startsWith(`# ${site.name}\n\n`)).toBe(true);
  expect(text).toMatch(/^# .+\n\n> \S.+\n\n\S.+\n(?:\n## \S.+\n\n(?:- \[.+\]\(.+\): \S.+\n)+)+$/);
  const entries = [...text.matchAll(/^- \[(.+)\]\((.+)\): (.+)$/gm)].map(([, ...entry]) => entry);
  const expected = routes.map(({ path, name, seo }) => [name, siteUrl + path, seo.description]);
  expect(new Set(entries)).toEqual(new Set(expected));
});

test('the sitemap dates each page by the history of its words, or not at all', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const { path, words } of routes) {
    const [, lastmod] =
      new RegExp(`<loc>${siteUrl}${path}</loc>(?:<lastmod>(.*?)</lastmod>)?</url>`).exec(sitemap) ?? [];
    expect(lastmod, path).toBe(dateOf(words));
  }
});

test('security.txt says whom to tell, and until when that holds', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt', { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = [...(await answer.text()).matchAll(/^([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]);
  expect(fields).toEqual([
    ['Contact', `mailto:${site.contact.email}`],
    ['Contact', `${siteUrl}/contact`],
    ['Expires', securityTxt.expires],
    ['Preferred-Languages', securityTxt.preferredLanguages.join(', ')],
    ['Canonical', `${siteUrl}/.well-known/security.txt`],
  ]);
});

/** When the newest of these was last committed, in UTC; undefined where that is not known. */
function dateOf(words: readonly string[]): string | undefined {
  if (git('rev-parse', '--is-shallow-repository') !== 'false\n') return undefined;
  if (git('status', '--porcelain', '--', ...words) !== '') return undefined;
  const seconds = words.map((place) => Number(git('log', '-1', '--format=%ct', '--', place)));
  return new Date(Math.max(...seconds) * 1000).toISOString().replace('.000', '');
}

function git(...parameters: string[]): string {
  const { stdout } = spawnSync('git', parameters, {
    encoding: 'utf8',
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  return stdout;
}
