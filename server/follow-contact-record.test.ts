import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse } from 'parse5';
import type { ServerBuild } from 'react-router';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdPostcode, phoneLink, postalAddress } from '../content/contact-facts.ts';
import { site as company } from '../content/words.ts';
import type { ContactField } from '../enquiries/contact-settings.ts';
import { temporaryPostgresServer } from '../enquiries/testing/postgres.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { followContactRecord } from './follow-contact-record.ts';
import { createFront } from './http/front.ts';
import { createPageRenderer } from './http/page-renderer.ts';
import { readStoredFiles } from './http/stored-files.ts';
import { launchCopy } from './testing/site-process.ts';
import { recordedLog, startSite, temporaryDirectory } from './testing/site-under-test.ts';

const buildDirectory = join(import.meta.dirname, '..', 'build');
const texts = [...readStoredFiles(join(buildDirectory, 'client'))].filter(([, { type }]) =>
  /^text\/(html|plain)/.test(type),
);
const builtIn = { ...company.contact, ...company.contact.socialMedia };
const retention = (days: number) => `${days} days`;
const others: Record<ContactField, string> = {
  email: "o'neill&co@new.example",
  phone: '+353 (1) 496-0199',
  address: 'Suite "B" <2nd floor>, Quay $& $1 & Sons, Dublin',
  linkedin: 'https://www.linkedin.com/company/new?a=1&b="2"',
};
const patiently = { timeout: 25_000, interval: 50 };

/** The built site, which looks at the record often, and who changes it beside the site. */
async function startBuilt(env: Record<string, string> = {}) {
  const database = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, ...env };
  const recorded = recordedLog();
  const config = readConfig(database);
  const { contactSettings, close } = await compose(config, recorded.log);
  onTestFinished(close);
  const front = createFront(buildDirectory, config, recorded.log);
  const setAll = async () => {
    for (const [field, value] of Object.entries(others))
      await contactSettings.set(field as ContactField, value, 'anna');
  };
  const follow = async () => {
    const settings = contactSettings;
    const record = await followContactRecord({ settings, config, front, log: recorded.log, interval: 20 });
    const build: ServerBuild = await import(pathToFileURL(join(buildDirectory, 'server/index.js')).href);
    const renderPage = createPageRenderer({ ...record, build });
    return startSite(database, { front, record, renderPage }, recorded);
  };
  return { follow, setAll, contactSettings };
}

const read = async (url: string, encoding = 'identity', init: RequestInit = {}) => {
  const answer = await fetch(url, { ...init, headers: { ...init.headers, 'accept-encoding': encoding } });
  return { text: await answer.text(), etag: answer.headers.get('etag') };
};

/** Also as a page in words says it, where the form could not be read. */
const post = (url: string, fields: Record<string, string>, type = 'application/x-www-form-urlencoded') =>
  read(`${url}/contact`, 'identity', {
    method: 'POST',
    headers: { 'content-type': type },
    body: String(new URLSearchParams(fields)),
  });

/** As people and programs read it: without what HTML makes of a character. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/&nbsp;|\u00A0/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#39;|&#x27;/g, "'")
    .replaceAll('&amp;', '&');

function expectNoBuiltIn(text: string): void {
  const { email, phone, address, linkedin } = builtIn;
  const [street = ''] = address.split(',');
  for (const fact of [email, phone, phoneLink(phone), street, linkedin, retention(company.enquiryRetentionDays)])
    expect(unescaped(text)).not.toContain(fact);
}

function elementsOf(node: Tree.ParentNode): Tree.Element[] {
  return node.childNodes.flatMap((child) => (tree.isElementNode(child) ? [child, ...elementsOf(child)] : []));
}

const attribute = ({ attrs }: Tree.Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;
const textOf = ({ childNodes: [child] }: Tree.Element) => (child && tree.isTextNode(child) ? child.value : '');

/** Text and link of each element that shows a fact, and what the page tells programs. */
function factsOf(html: string) {
  const elements = elementsOf(parse(html));
  const facts = elements.flatMap((element) => {
    const fact = attribute(element, 'data-fact');
    return fact === undefined ? [] : [[fact, textOf(element), attribute(element, 'href')]];
  });
  const data = elements.filter((element) => attribute(element, 'type') === 'application/ld+json');
  return { facts, graphs: data.map((element) => JSON.parse(textOf(element))) };
}

function expectOthers(html: string): void {
  const { facts, graphs } = factsOf(html);
  expect(facts.length).toBeGreaterThan(0);
  const { email, phone, address, linkedin } = others;
  for (const fact of facts)
    expect([
      ['email', email, `mailto:${email}`],
      ['phone', phone, phoneLink(phone)],
      ['address', address, undefined],
      ['linkedin', expect.any(String), linkedin],
    ]).toContainEqual(fact);
  for (const node of graphs.flatMap((graph) => graph['@graph']).filter((node) => 'telephone' in node))
    expect(node).toMatchObject({ email, telephone: phone, address, sameAs: [linkedin] });
}

describe('all that the built site says', () => {
  it('is the files of the build, byte for byte, where nothing is overridden', async () => {
    const { follow } = await startBuilt();
    const { url } = await follow();
    for (const [address, { variants }] of texts) {
      if (address === '/404.html') continue;
      for (const [encoding, { body, etag }] of variants) {
        expect(etag).toContain(createHash('sha256').update(body).digest('base64url').slice(0, 22));
        expect((await read(url + address, encoding)).etag).toBe(address === '/contact' ? `W/${etag}` : etag);
      }
    }
  });

  it('names no built-in fact where each is overridden, in any encoding, and the others as they were set', async () => {
    const { follow, setAll } = await startBuilt({ RETENTION_DAYS: '90' });
    await setAll();
    const { url } = await follow();
    for (const [address, { variants, type }] of texts) {
      const { text, etag } = await read(url + address);
      expectNoBuiltIn(text);
      const before = String(variants.get('identity')?.body);
      expect(etag === variants.get('identity')?.etag).toBe(text === before);
      if (type.startsWith('text/html')) expectOthers(text);
      const keyless = (html: string) => html.replace(/name="form-key" value="[^"]*"/, '');
      for (const encoding of variants.keys())
        expect(keyless((await read(url + address, encoding)).text)).toBe(keyless(text));
    }
    expect((await read(`${url}/.well-known/security.txt`)).text).toContain(`mailto:${others.email}\n`);
    const { email, phone, address } = others;
    for (const fact of [email, phone, address]) expect((await read(`${url}/llms.txt`)).text).toContain(fact);
    const policy = unescaped((await read(`${url}/privacy-policy`)).text);
    for (const fact of [email, address, `<meta name="description"`, retention(90)]) expect(policy).toContain(fact);
    expect(policy.split(retention(90)).length).toBe(
      unescaped(readFileSync(join(buildDirectory, 'client/privacy-policy/index.html'), 'utf8')).split(
        retention(company.enquiryRetentionDays),
      ).length,
    );
  });

  it('follows in the answers to a form that was sent without scripts, in which typed words stay', async () => {
    const { follow, setAll } = await startBuilt();
    await setAll();
    const { url } = await follow();
    for (const fields of [{ name: 'A' }, { name: 'A', email: 'a@b.example', subject: 'A', message: 'A message' }]) {
      const { text } = await post(url, fields);
      expectNoBuiltIn(text);
      expectOthers(text);
    }
    const { text } = await post(url, {}, 'text/plain');
    expectNoBuiltIn(text);
    expect(unescaped(text)).toContain(`<a href="mailto:${others.email}">${others.email}</a>`);

    const typed = { name: builtIn.email, message: `Is ${builtIn.email} still yours? "${builtIn.phone}"` };
    const answer = (await post(url, typed)).text;
    const elements = elementsOf(parse(answer));
    expect(elements.filter(({ tagName }) => tagName === 'textarea').map(textOf)).toContain(typed.message);
    expect(elements.map((element) => attribute(element, 'value'))).toContain(typed.name);
    const [props] = elements.filter((element) => attribute(element, 'type') === 'application/json').map(textOf);
    expect(JSON.parse(props ?? '')).toMatchObject({ answered: { values: typed } });
    expectOthers(answer);
  });

  it('follows while the server runs, to other facts and back', async () => {
    const { follow, setAll, contactSettings } = await startBuilt({ RETENTION_DAYS: '90' });
    const { url } = await follow();
    const built = await read(`${url}/about`, 'br');
    await setAll();
    await expect.poll(async () => (await read(`${url}/about`, 'br')).etag, patiently).not.toBe(built.etag);
    expectOthers((await read(`${url}/about`, 'br')).text);
    // Nothing of it by halves: all pages are exchanged at once.
    for (const [address] of texts) expectNoBuiltIn((await read(url + address)).text);

    const address = '5 Other Lane, Dock, Leeds LS1 4AP';
    await contactSettings.set('address', address, 'anna');
    await expect.poll(async () => (await read(`${url}/about`)).text, patiently).toContain('5 Other Lane');
    const { facts, graphs } = factsOf((await read(`${url}/about`)).text);
    expect(facts).toContainEqual(['address', holdPostcode(address), undefined]);
    expect(JSON.stringify(graphs)).toContain(JSON.stringify(postalAddress(address)));

    for (const field of Object.keys(others)) await contactSettings.reset(field as ContactField);
    await expect.poll(async () => (await read(`${url}/about`, 'br')).etag, patiently).toBe(built.etag);
  });

  it('stays while the database is away, and follows it once it is back', { timeout: 60_000 }, async () => {
    const server = await temporaryPostgresServer();
    const { follow, setAll, contactSettings } = await startBuilt({ DATABASE_URL: server.url });
    await setAll();
    const { url, log } = await follow();
    await server.stop();
    await expect.poll(log, patiently).toContain('the contact record cannot be read');
    expectOthers((await read(url)).text);
    await server.start();
    await expect.poll(() => contactSettings.reset('email').then(() => 'done', String), patiently).toBe('done');
    await expect.poll(async () => (await read(url)).text, patiently).toContain(builtIn.email);
    // Told once, however often it looked.
    expect(log().split('the contact record cannot be read')).toHaveLength(2);
  });

  it('is so from the first answer of a server that is started', async () => {
    const env = { DATABASE_URL: `sqlite:${join(temporaryDirectory(), 'site.db')}`, RETENTION_DAYS: '90' };
    const { contactSettings, close } = await compose(readConfig(env), recordedLog().log);
    for (const [field, value] of Object.entries(others))
      await contactSettings.set(field as ContactField, value, 'anna');
    await close();
    const launched = launchCopy(env);
    onTestFinished(async () => void (await launched.end()));
    const url = await launched.address();
    for (const path of ['/', '/contact', '/privacy-policy', '/nothing-here']) {
      const { text } = await read(url + path);
      expectNoBuiltIn(text);
      expectOthers(text);
    }
    expectOthers((await post(url, { name: 'A' })).text);
    expect(await launched.end('SIGTERM')).toBe(0);
  });
});
