import { expect, it } from 'vitest';
import { parsePostalAddress } from '../../content/contact-details.ts';
import * as content from '../../content/release-content.ts';
import { listPages, listBreadcrumbs } from '../routes.ts';
import { buildStructuredData } from './graph.ts';

const siteUrl = 'https://www.example.com';
const pages = listPages(content);

// The types of schema-dts check that each property and value exists in schema.org.
it.each(pages)('the structured data of $path says what the page is about, and names each of its nodes once', (page) => {
  const graph = buildStructuredData(listBreadcrumbs(pages, page.path), siteUrl, content.site)['@graph'];
  const nodes = nodesIn(graph);
  const types = nodes.flatMap((node) => node['@type']);
  const { type } = page.subject;
  expect(nodes.flatMap(missingIn)).toEqual([]);
  expect(types).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
  // The type of a product is SoftwareApplication or Product.
  expect([type, type === 'Product' ? 'SoftwareApplication' : type].some((one) => types.includes(one))).toBe(true);
  expect(types.includes('ProfessionalService')).toBe(['/', '/about', '/contact'].includes(page.path));
  const described = nodes.filter((node) => '@type' in node && '@id' in node).map((node) => node['@id']);
  expect(new Set(described).size).toBe(described.length);
  const known = new Set<unknown>([...described, ...pages.map(({ path }) => siteUrl + path)]);
  expect(nodes.filter((node) => '@id' in node && !known.has(node['@id']))).toEqual([]);
});

it.each([
  ['1 Example Wharf, Harbourside, Bristol BS1 0AA', '1 Example Wharf, Harbourside', 'Bristol', 'BS1 0AA'],
  ['2 High Street, Newcastle upon Tyne NE1 4XX', '2 High Street', 'Newcastle upon Tyne', 'NE1 4XX'],
])('a postal address has street, town and postcode: %s', (address, streetAddress, addressLocality, postalCode) =>
  expect(parsePostalAddress(address)).toEqual({ '@type': 'PostalAddress', streetAddress, addressLocality, postalCode }),
);

it.each(['1 Rue de l’Exemple, 75001 Paris', 'Bristol BS1 0AA'])('an address elsewhere stays as it is: %s', (address) =>
  expect(parsePostalAddress(address)).toBe(address),
);

/**
 * Properties that Google requires, by https://developers.google.com/search/docs/appearance/structured-data (breadcrumb,
 * local-business, software-app, product, organization): without prices and ratings, which nobody may invent.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Organization: ['name', 'url'],
  ProfessionalService: ['name', 'address', 'telephone', 'url'],
  Product: ['name', 'description'],
  Service: ['name', 'provider'],
  SoftwareApplication: ['name'],
};

function missingIn(node: Readonly<Record<string, unknown>>): string[] {
  const asked = [node['@type'] ?? []].flat().flatMap((type) => required[type as string] ?? []);
  return asked.filter((property) => [undefined, '', null].includes(node[property] as undefined));
}

/** Returns all objects of a graph, including nested ones. */
function nodesIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [{ ...value }]), ...Object.values(value).flatMap(nodesIn)];
}
