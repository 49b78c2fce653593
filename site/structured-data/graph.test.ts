import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { describe, expect, it } from 'vitest';

import { postalAddress } from '../../content/contact-facts.ts';
import * as words from '../../content/words.ts';
import { listPages, wayTo, type Subject } from '../routes.ts';
import { structuredData } from './graph.ts';

const require = createRequire(import.meta.url);
const siteUrl = 'https://www.example.com';
const pages = listPages(words);
const graphs = new Map(pages.map(({ path }) => [path, structuredData(wayTo(pages, path), siteUrl, words.site)]));
const addresses = new Set(pages.map(({ path }) => siteUrl + path));
const vocabulary = readVocabulary();

const typesForSubject: Record<Subject['type'], readonly unknown[]> = {
  WebPage: ['WebPage'],
  AboutPage: ['AboutPage'],
  CollectionPage: ['CollectionPage'],
  ContactPage: ['ContactPage'],
  Service: ['WebPage', 'Service'],
  Product: ['WebPage', expect.stringMatching(/^(?:SoftwareApplication|Product)$/)],
};

type Node = Readonly<Record<string, unknown>>;

describe('the structured data of every page', () => {
  it.each([...graphs])('uses schema.org’s types, and each property as its vocabulary allows: %s', (_path, graph) => {
    const nodes = nodesIn(graph['@graph']);
    const typesById = new Map(nodes.map((node) => [node['@id'], typesOf(node)]));
    for (const node of nodes) {
      const types = typesOf(node).flatMap(withAncestors);
      for (const [property, value] of Object.entries(node)) {
        if (property.startsWith('@')) continue;
        expect(meet(vocabulary.domains.get(property), types), `${property} of ${typesOf(node).join()}`).toBe(true);
        for (const one of [value].flat()) {
          const ranges = vocabulary.ranges.get(property) ?? [];
          expect(meet(ranges, typesOfValue(one, typesById)), `${property}: ${JSON.stringify(one)}`).toBe(true);
        }
      }
    }
  });

  it.each([...graphs])('names each node once, and nothing but its nodes and pages of the site: %s', (_path, graph) => {
    const nodes = nodesIn(graph['@graph']);
    const ids = nodes.flatMap((node) => ('@id' in node ? [text(node['@id'])] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(referencesIn(graph['@graph']).filter((id) => !ids.includes(id) && !addresses.has(id))).toEqual([]);
    expect(ids.filter((id) => !id.startsWith(`${siteUrl}/`))).toEqual([]);
  });

  it.each(pages)('says what the page is, and what it is about: $path', ({ path, subject }) => {
    const types = nodesIn(graphs.get(path)?.['@graph']).flatMap(typesOf);
    expect(types).toEqual(expect.arrayContaining(['Organization', 'WebSite', ...typesForSubject[subject.type]]));
    expect(types.includes('ProfessionalService')).toBe(['/', '/about', '/contact'].includes(path));
  });
});

describe('a postal address', () => {
  it.each([
    ['1 Example Wharf, Harbourside, Bristol BS1 0AA', '1 Example Wharf, Harbourside', 'Bristol', 'BS1 0AA'],
    ['2 High Street, Newcastle upon Tyne NE1 4XX', '2 High Street', 'Newcastle upon Tyne', 'NE1 4XX'],
  ])('has street, town and postcode: %s', (address, streetAddress, addressLocality, postalCode) =>
    expect(postalAddress(address)).toEqual({ '@type': 'PostalAddress', streetAddress, addressLocality, postalCode }),
  );

  it.each(['1 Rue de l’Exemple, 75001 Paris', 'Bristol', 'Bristol BS1 0AA'])(
    'stays as it is elsewhere: %s',
    (address) => expect(postalAddress(address)).toBe(address),
  );
});

/** All nodes, those inside others too; a reference to one is none. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return '@type' in value ? [{ ...value }, ...inner] : inner;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is no text`);
  return value;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('@id' in value && !('@type' in value)) return [String(value['@id'])];
  return Object.values(value).flatMap(referencesIn);
}

function typesOf(node: Node): string[] {
  return [node['@type']].flat().map(String);
}

function typesOfValue(value: unknown, typesById: ReadonlyMap<unknown, string[]>): string[] {
  if (typeof value === 'number') return Number.isInteger(value) ? ['Integer', 'Number'] : ['Number'];
  if (typeof value === 'string') return URL.canParse(value) ? ['URL', 'Text'] : ['Text'];
  if (typeof value !== 'object' || value === null) return [];
  if ('@type' in value) return typesOf(value as Node).flatMap(withAncestors);
  // What the graph does not describe itself is another page.
  return (typesById.get(Reflect.get(value, '@id')) ?? ['WebPage']).flatMap(withAncestors);
}

function meet(allowed: readonly string[] = [], given: readonly string[]): boolean {
  return given.some((type) => allowed.includes(type));
}

/** A type and all above it. Throws where the vocabulary has no such type. */
function withAncestors(type: string): string[] {
  if (!vocabulary.types.has(type)) throw new Error(`schema.org has no type ${type}`);
  return [type, ...(vocabulary.parents.get(type) ?? []).flatMap(withAncestors)];
}

/** schema.org’s own definitions, of which `@vocabulary/schema` is a copy: a statement a line. */
function readVocabulary() {
  const file = require.resolve('@vocabulary/schema').replace('index.js', 'schema.nq');
  const name = '<(?:http://schema\\.org/|http://www\\.w3\\.org/[\\w/-]+#)(\\w+)>';
  const statements = [...readFileSync(file, 'utf8').matchAll(new RegExp(`^${name} ${name} ${name} `, 'gm'))];
  const table = (property: string) => {
    const rows = new Map<string, string[]>();
    for (const [, subject = '', predicate, object = ''] of statements)
      if (predicate === property) rows.set(subject, [...(rows.get(subject) ?? []), object]);
    return rows;
  };
  const kinds = table('type');
  const types = new Set([...kinds].flatMap(([type, [kind]]) => (kind === 'Class' || kind === 'DataType' ? type : [])));
  return { types, parents: table('subClassOf'), domains: table('domainIncludes'), ranges: table('rangeIncludes') };
}
