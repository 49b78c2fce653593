import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { securityTxt, site as company } from '../content/release-content.ts';
import { generatedFileRenderers } from './generated-files.tsx';
import { site, siteUrl } from './testing/read-page.ts';

const { pages } = site;
const paths = pages.map(({ path }) => path);
const textOf = (address: string, of = site) => generatedFileRenderers[address]?.(of, address) ?? '';
const captured = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups);

describe('the sitemap', () => {
  it('has each page once', () => {
    expect(captured(textOf('/sitemap.xml'), /<loc>(.*?)<\/loc>/g).flat()).toEqual(paths.map((path) => siteUrl + path));
  });

  it('dates a page by the newest of its words, those of a folder included, and by none where one is unknown', () => {
    const lastChanges = {
      'content/about.yaml': '2026-01-01T00:00:00Z',
      'content/products.yaml': '2026-01-02T00:00:00Z',
      'content/products/a.yaml': '2026-01-04T00:00:00Z',
      'content/products/b.yaml': '2026-01-03T00:00:00Z',
      'content/contact.yaml': '2026-01-05T00:00:00Z',
      'content/site.yaml': null,
    };
    const dated = captured(textOf('/sitemap.xml', { ...site, lastChanges }), /<loc>([^<]*)<\/loc><lastmod>(.*?)</g);
    expect(dated).toEqual([
      [`${siteUrl}/products`, '2026-01-04T00:00:00Z'],
      [`${siteUrl}/about`, '2026-01-01T00:00:00Z'],
    ]);
  });
});

it('robots.txt names the sitemap, and refuses the API and no page', () => {
  const text = textOf('/robots.txt');
  expect(text.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', `Sitemap: ${siteUrl}/sitemap.xml`]));
  const refused = captured(text, /^Disallow: (.+)$/gm).flat();
  expect(refused).toEqual(['/api/', '/functions/', '/auth/']);
  expect(paths.filter((path) => refused.some((start) => path.startsWith(start)))).toEqual([]);
});

it('llms.txt names each page’s address with its description', () => {
  const text = textOf('/llms.txt');
  expect(text.startsWith(`# ${company.name}\n\n`)).toBe(true);
  const entries = captured(text, /^- \[(.+)\]\((.+)\): (.+)$/gm);
  const named = pages.map(({ path, name, seo }) => [name, siteUrl + path, seo.description]);
  expect(new Set(entries)).toEqual(new Set(named));
  expect(entries).toHaveLength(pages.length);
});

it('security.txt says whom to tell, and until when that holds', () => {
  expect(captured(textOf('/.well-known/security.txt'), /^([\w-]+): (.+)$/gm)).toEqual([
    ['Contact', `mailto:${company.contact.email}`],
    ['Contact', `${siteUrl}/contact`],
    ['Expires', securityTxt.expires],
    ['Preferred-Languages', securityTxt.preferredLanguages.join(', ')],
    ['Canonical', `${siteUrl}/.well-known/security.txt`],
  ]);
});

it('the manifest names the company, and icons of the size that they have', async () => {
  const { name, icons } = JSON.parse(textOf('/manifest.webmanifest')) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect([name, icons.length]).toEqual([company.name, 3]);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(`src/site/icons${src}`).metadata();
    expect(['any', `${width}x${height}`]).toContain(sizes);
  }
});
