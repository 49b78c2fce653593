import type { Page } from '@playwright/test';

import { pages as routes } from '../app/routes.ts';
import { microsoftPartner } from '../content/microsoft-partner.ts';
import { site } from '../content/site.ts';
import { readConfig } from '../server/config.ts';
import { expect, test } from './site.ts';

const { siteUrl } = readConfig(process.env);

const productSlugs = ['adp-connector', 'bartender-connector', 'shipguru', 'bbptechnologies', 'lis365'];
const serviceSlugs = ['mobility', 'data-analytics', 'devops-cloudops', 'business-processes', 'erp-implementation'];
serviceSlugs.push('software-development', 'power-platform', 'sap', 'retail-ecommerce', 'dynamics-365');
serviceSlugs.push('net-technologies');

/** The specification's table of screens. */
const paths = [
  ['/', '/products', '/microsoft-partner', '/strategic-consultation', '/about', '/resources', '/contact'],
  ['/privacy-policy', '/terms-of-service', '/cookie-policy'],
  productSlugs.map((slug) => `/products/${slug}`),
  serviceSlugs.map((slug) => `/services/${slug}`),
].flat();

test('the routes are the 26 of the specification, and the sitemap and robots.txt say so too', async ({ request }) => {
  expect(routes).toHaveLength(26);
  expect(new Set(routes.map(({ path }) => path))).toEqual(new Set(paths));

  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const locations = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);
  expect(locations).toHaveLength(26);
  expect(new Set(locations)).toEqual(new Set(paths.map((path) => siteUrl + path)));

  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toContain('text/plain');
  const lines = (await robots.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  const refused = lines.flatMap((line) => /^Disallow: (.+)/.exec(line)?.[1] ?? []);
  expect(paths.filter((path) => refused.some((start) => path.startsWith(start)))).toEqual([]);
});

test('a page asked for by another spelling of its address leads for good to its own', async ({ request }) => {
  for (const [asked, own] of [
    ['/about/', '/about'],
    ['/About', '/about'],
    ['/about/index.html', '/about'],
    ['/index.html', '/'],
    ['/Services/SAP/', '/services/sap'],
    ['/products/?from=mail', '/products?from=mail'],
  ] as const) {
    const response = await request.get(asked, { maxRedirects: 0 });
    expect([response.status(), response.headers()['location']], asked).toEqual([308, own]);
  }
});

test.describe('in the HTML as served', () => {
  test.use({ javaScriptEnabled: false });

  test('every page has a head of its own, a header, one heading of first rank, a footer and no style attribute', async ({
    page,
  }) => {
    const heads = [];
    for (const path of paths) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      const head = await headOf(page);
      const { title, description, keywords } = head;
      for (const fact of [title, description, keywords]) expect(fact, path).toEqual([expect.stringMatching(/\S{3}/)]);
      expect(title[0], path).toContain(site.name);
      expect(head, path).toMatchObject({
        canonical: [siteUrl + path],
        'og:type': ['website'],
        'og:site_name': [site.name],
        'og:title': title,
        'og:description': description,
        'og:url': [siteUrl + path],
      });
      heads.push(head);
      expect(await outlineOf(page), path).toEqual({
        language: 'en-GB',
        parts: ['header', 'main', 'footer'],
        headings: [1, 1],
        styled: [],
      });
    }
    expect(new Set(heads.map(({ title }) => title[0])).size).toBe(26);
    expect(new Set(heads.map(({ description }) => description[0])).size).toBe(26);
    expect(new Set(heads.map(({ keywords }) => keywords[0])).size).toBe(26);
    expect(heads[paths.indexOf('/microsoft-partner')]).toMatchObject({
      title: [expect.stringContaining(microsoftPartner.seo.title)],
      keywords: [microsoftPartner.seo.keywords.join(', ')],
    });
  });

  test('every link, anchor and file that a page names is there, without a detour', async ({
    page,
    request,
    baseURL,
  }) => {
    const isOurs = (url: string) => new URL(url).origin === baseURL;
    const named = new Map<string, string>();
    for (const path of paths) {
      await page.goto(path);
      const { links, files, lost } = await referencesOf(page);
      expect(lost, `anchors without a target on ${path}`).toEqual([]);
      for (const { href, target, rel } of links) {
        if (!href.startsWith('http')) expect(href, path).toMatch(/^(?:mailto:[^@]+@|tel:\+\d)/);
        else if (!isOurs(href)) expect([target, rel], `${href} on ${path}`).toEqual(['_blank', 'noopener noreferrer']);
      }
      const urls = [...links.map(({ href }) => href), ...files].filter(isOurs);
      for (const url of urls) named.set(url.replace(/#.*/, ''), path);
    }
    for (const [url, path] of named) {
      expect((await request.get(url, { maxRedirects: 0 })).status(), `${url}, named on ${path}`).toBe(200);
    }
    expect(paths.filter((path) => !named.has(baseURL + path))).toEqual([]);
  });
});

/** What the head states, each fact as often as it stands there. */
function headOf(page: Page) {
  return page.evaluate(() => {
    const read = (selector: string, attribute: string) =>
      [...document.querySelectorAll(selector)].map((it) => it.getAttribute(attribute));
    const graph = ['og:type', 'og:site_name', 'og:title', 'og:description', 'og:url'];
    return {
      title: [...document.querySelectorAll('head > title')].map((it) => it.textContent),
      description: read('meta[name=description]', 'content'),
      keywords: read('meta[name=keywords]', 'content'),
      canonical: read('link[rel=canonical]', 'href'),
      ...Object.fromEntries(graph.map((property) => [property, read(`meta[property="${property}"]`, 'content')])),
    };
  });
}

function outlineOf(page: Page) {
  return page.evaluate(() => ({
    language: document.documentElement.lang,
    parts: [...document.body.children].map((it) => it.localName).filter((it) => it !== 'script'),
    headings: [document.querySelectorAll('h1').length, document.querySelectorAll('main h1').length],
    styled: [...document.querySelectorAll('[style]')].map((it) => it.outerHTML.slice(0, 120)),
  }));
}

function referencesOf(page: Page) {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href, target, rel }) => ({
      href,
      target,
      rel,
    })),
    files: [...document.querySelectorAll('link:not([rel=canonical])[href], script[src], img[src]')].map(
      (it) => new URL(it.getAttribute('href') ?? it.getAttribute('src') ?? '', location.href).href,
    ),
    lost: [...document.querySelectorAll('a[href^="#"]')]
      .map((it) => it.getAttribute('href')?.slice(1) ?? '')
      .filter((id) => document.getElementById(id) === null),
  }));
}
