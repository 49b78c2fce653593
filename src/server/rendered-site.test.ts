import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseStyles } from 'postcss';
import readSelectors from 'postcss-selector-parser';
import { describe, expect, it, vi } from 'vitest';
import { keepAddressPartsTogether, formatPhoneUrl } from '../content/contact-details.ts';
import type { Content } from '../content/content-models.ts';
import { assembleContent } from '../content/assemble-content.ts';
import { releaseFiles } from '../content/release-files.ts';
import * as releaseContent from '../content/release-content.ts';
import { loadRenderer } from '../start/render-check.ts';
import { findFreshBuild } from '../start/testing/fresh-build.ts';
import { getAttribute, listElements, listElementsByTag, getText } from '../start/testing/html.ts';
import { createSiteRenderer, readBuildManifest, type RenderedSite } from './rendered-site.ts';
import { PageRenderError, type RendererModule } from './render-pages.ts';
import { readBodiesByHash } from './static-files.ts';

const build = findFreshBuild();
const renderer = await loadRenderer(build);
const buildManifest = readBuildManifest(build);
const precompressed = readBodiesByHash(join(build, 'packed'));

type Parts = Partial<Parameters<typeof createSiteRenderer>[0]['settings']> & {
  renderPage?: RendererModule['renderPage'];
  reportFault?: (fault: unknown) => void;
};

/** The pages of the build with this content. */
function publish(
  content: Content,
  { renderPage = renderer.renderPage, reportFault: onRenderError = rethrow, ...settings }: Parts = {},
): Promise<RenderedSite> {
  return createSiteRenderer({
    renderer: { ...renderer, renderPage },
    buildManifest,
    settings: { siteUrl: 'http://localhost:3000', ...settings },
    precompressed,
    onRenderError,
  })(content);
}

/** All texts of a publication by their addresses. */
function textsOf({ files }: Pick<RenderedSite, 'files'>): ReadonlyMap<string, string> {
  return new Map([...files].map(([address, { variants }]) => [address, String(variants.get('identity')?.body)]));
}

function rethrow(fault: unknown): never {
  throw fault;
}

const { contactPage, site } = releaseContent;
const published = await publish(releaseContent);
const pagesOf = (publication: typeof published) =>
  [...textsOf(publication)].filter(([, text]) => text.startsWith('<!'));
const headingsOf = (html: string, tag: string) => listElementsByTag(html, tag).map(getText);

function classesIn(css: string): Set<string> {
  const classes = new Set<string>();
  parseStyles(css).walkRules(({ selector }) => {
    readSelectors((all) => all.walkClasses(({ value }) => void classes.add(value))).processSync(selector);
  });
  return classes;
}

const fieldErrors = { email: 'No address.' };
const answers = {
  sent: { outcome: { kind: 'sent', reference: '0000-0001' } },
  refused: { outcome: { kind: 'refused', fieldErrors }, formValues: { name: 'Ada' } },
  failed: { outcome: { kind: 'failed', retryAfterSeconds: 40 }, formValues: { name: 'Ada' } },
  'a fault': { error: new Error('Unexpected Server Error') },
} as const;

it('every script that a page may load has its hash in the page', () => {
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(textsOf(published).get('/') ?? '') ?? [];
  const hashes = globSync('assets/*.js', { cwd: join(build, 'client') }).map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(build, 'client', file)));
    return [`/${file}`, `sha256-${hash.digest('base64')}`];
  });
  expect(JSON.parse(map)).toEqual({ integrity: Object.fromEntries(hashes) });
});

it('one build names the address of the site that runs it, and no other', async () => {
  const siteUrl = 'https://one.example';
  const texts = textsOf(await publish(releaseContent, { siteUrl }));
  for (const address of ['/', '/llms.txt', '/sitemap.xml', '/robots.txt', '/.well-known/security.txt'])
    expect(texts.get(address)).toContain(siteUrl);
  for (const [address, text] of texts) expect(text, address).not.toContain('localhost');
});

it('a public site sends search engines away as long as its company is made up', async () => {
  const robotsOf = async (siteUrl: string, content = releaseContent) =>
    (await publish(content, { siteUrl })).pageHeaders['x-robots-tag'];
  const { site } = releaseContent;
  const contact = { ...site.contact, email: 'a@ours.co.uk', phone: '+44 117 000 0000', address: '1 Quay, Bristol' };
  const stated = { ...site, name: 'Ours', legalName: 'Ours Ltd', logoText: 'Ours', contact };
  expect(await robotsOf('https://one.example')).toBe('noindex');
  expect(await robotsOf('https://one.example', { ...releaseContent, site: stated })).toBeUndefined();
  expect(await robotsOf('http://localhost')).toBeUndefined();
});

describe('a page', () => {
  const inStates = Object.entries(answers).map(
    ([what, state]) => [`/contact, ${what}`, published.renderPage('/contact', state).html] as const,
  );

  it('runs and shows nothing inside it that its policy does not name', () => {
    for (const [path, html] of [...pagesOf(published), ...inStates])
      for (const inside of [...listElementsByTag(html, 'script'), ...listElementsByTag(html, 'style')]) {
        if (getAttribute(inside, 'type')?.endsWith('json')) continue;
        const hash = createHash('sha256').update(getText(inside)).digest('base64');
        expect(published.pageHeaders['content-security-policy'], path).toContain(`'sha256-${hash}'`);
      }
  });

  it('has the styles of each of its classes inside, where there are any, in at most 24,000 bytes', () => {
    const whole = classesIn(renderer.styles);
    for (const [path, html] of [...pagesOf(published), ...inStates]) {
      const styles = listElementsByTag(html, 'style').map(getText).join('');
      expect(Buffer.byteLength(styles), path).toBeLessThanOrEqual(24_000);
      const inside = classesIn(styles);
      const classes = listElements(html).flatMap((element) => (getAttribute(element, 'class') ?? '').split(' '));
      expect(
        classes.filter((name) => whole.has(name) && !inside.has(name)),
        path,
      ).toEqual([]);
    }
  });

  it('that cannot be rendered is named with the file of its content and with what has failed', async () => {
    const [service] = releaseContent.services;
    const broken = { ...service, structure: 'tunnel' } as unknown as Content['services'][number];
    const fault = await publish({ ...releaseContent, services: [broken] }).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(PageRenderError);
    const path = `services/${broken.slug}`;
    expect(String(fault)).toMatch(new RegExp(`/${path} \\(content/${path}\\.yaml\\) .*: ServicePage: \\w`));
  });
});

describe('the answer of a page', () => {
  it('has in its form what that holds at first', () => {
    const formValues = { subject: '"SAP" & <more>', 'form-key': 'k' };
    const inputs = listElementsByTag(published.renderPage('/contact', { formValues }).html, 'input');
    const held = inputs.map((input) => [getAttribute(input, 'name'), getAttribute(input, 'value')]);
    expect(held).toEqual(expect.arrayContaining(Object.entries(formValues)));
  });

  it.each([
    ['sent', answers.sent, false],
    ['refused', answers.refused, true],
    ['failed', answers.failed, true],
    ['a fault', answers['a fault'], false],
  ])('says in its title that something is wrong, where it is: %s', (_what, state, isWrong) => {
    const { html, hasFailed } = published.renderPage('/contact', state);
    const [title = ''] = headingsOf(html, 'title');
    expect([hasFailed, title.startsWith(releaseContent.controls.errorPrefix)]).toEqual([false, isWrong]);
  });

  it('that fails is the error screen, which tells nobody why, nor asks those to send again who are stored', async () => {
    const own: readonly unknown[] = Object.values(answers);
    const renderPage: RendererModule['renderPage'] = (of, path, state) => {
      // Not already where all is published, each of its states included.
      if (own.includes(state)) throw new Error('secret detail');
      return renderer.renderPage(of, path, state);
    };
    const reportFault = vi.fn<(fault: unknown) => void>();
    const { renderPage: answer } = await publish(releaseContent, { renderPage, reportFault });
    for (const what of ['sent', 'refused', 'failed'] as const) {
      const { html, hasFailed } = answer('/contact', answers[what]);
      expect([hasFailed, headingsOf(html, 'h1')]).toEqual([true, ['Unexpected Application Error!']]);
      expect(html).not.toMatch(/secret detail|\bat .+:\d+:\d+|\/\*styles\*\//);
      for (const words of ['0000-0001', contactPage.form.success.title])
        expect(html.includes(words)).toBe(what === 'sent');
    }
    const message = expect.stringContaining('/contact');
    expect(reportFault.mock.lastCall).toEqual([expect.objectContaining({ message })]);
  });
});

const others = {
  email: "o'neill&co@new.example",
  phone: '+353 (1) 496-0199',
  address: 'Suite "B" <2nd floor>, Quay $& $1 & Sons, Dublin',
  linkedin: 'https://www.linkedin.com/company/new?a=1&b="2"',
};
const { email, phone, address, socialMedia } = site.contact;
const { linkedin: profile, ...facts } = others;
const value = { ...Object(releaseFiles['site.yaml']), contact: { ...facts, socialMedia: { linkedin: profile } } };
const overridden = publish(assembleContent({ ...releaseFiles, 'site.yaml': value }));

it('other facts stand in every page, file and answer, and the built-in ones in none', async () => {
  const { renderPage, ...publication } = await overridden;
  for (const path of ['/llms.txt', '/.well-known/security.txt', '/privacy-policy'])
    expect(unescaped(textsOf(publication).get(path) ?? '')).toContain(others.email);
  const inAnswers = Object.entries(answers).map(([what, state]) => [what, renderPage('/contact', state).html] as const);
  for (const [where, text] of [...textsOf(publication), ...inAnswers]) {
    const [street = ''] = address.split(',');
    for (const fact of [email, phone, formatPhoneUrl(phone), street, socialMedia.linkedin])
      expect(unescaped(text), where).not.toContain(fact);
    if (!text.startsWith('<!')) continue;
    const facts = [
      `email ${others.email} mailto:${others.email}`,
      `phone ${others.phone} ${formatPhoneUrl(others.phone)}`,
      `address ${keepAddressPartsTogether(others.address)} `,
      `linkedin  ${others.linkedin}`,
    ];
    expect(new Set(factsOf(text)), where).toEqual(new Set(facts));
  }
});

/** Each element that shows one: which, its text, its link. The profile has a name of its own. */
function factsOf(html: string): string[] {
  return listElements(html).flatMap((element) => {
    const fact = getAttribute(element, 'data-fact');
    const text = fact === 'linkedin' ? '' : getText(element);
    return fact === undefined ? [] : [`${fact} ${text} ${getAttribute(element, 'href') ?? ''}`];
  });
}

/** As people and programs read it: without what HTML makes of a character. */
function unescaped(text: string): string {
  const characters = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' };
  return Object.entries(characters)
    .reduce((all, [name, character]) => all.replaceAll(`&${name};`, character), text)
    .replaceAll('\u00A0', ' ');
}
