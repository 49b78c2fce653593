import { beforeAll, describe, expect, it } from 'vitest';

import { validateContent } from '../../content/validate-content.ts';
import type { Content } from '../../content/content-models.ts';
import { getField, setField, type ContentFiles } from '../../content/merge-content.ts';
import { assembleContent } from '../../content/assemble-content.ts';
import { releaseFiles as released } from '../../content/release-files.ts';
import type { Draft } from '../../content/revisions.ts';
import { openContentStores } from '../../content/testing/open-content-stores.ts';
import { createSiteRenderer, readBuildManifest, type RenderedSite } from '../../server/rendered-site.ts';
import { loadRenderer } from '../../start/render-check.ts';
import { findFreshBuild } from '../../start/testing/fresh-build.ts';
import { getAttribute, listElements } from '../../start/testing/html.ts';
import { createRecordedLog } from '../../start/testing/test-server.ts';
import { createPageValue } from './entries.ts';
import { listFields } from './editor/find-texts.ts';
import { renderPreviewResponse } from './preview.ts';
import type { OfficeSite } from '../shared/office-context.ts';

const by = 'anna@example.com';
const build = findFreshBuild();
let publish: (content: Content) => Promise<RenderedSite>;
let published: RenderedSite;

beforeAll(async () => {
  const parts = {
    buildManifest: readBuildManifest(build),
    settings: { siteUrl: 'http://localhost' },
    onRenderError: () => {},
  };
  publish = createSiteRenderer({ renderer: await loadRenderer(build), ...parts });
  published = await publish(assembleContent(released));
});

function openPreview(files: ContentFiles) {
  const content = assembleContent(files);
  return { content, ...published.createPreview(content) };
}

/** Resolves to the preview for a form and a person's drafts. */
async function show(
  form: Record<string, unknown>,
  drafts: readonly Draft[] = [],
  published = released,
  createPreview: OfficeSite['createPreview'] = openPreview,
) {
  const { value, field, ...texts } = form;
  const { log, lines } = createRecordedLog();
  const { revisionStore, contentRepository } = openContentStores();
  for (const draft of drafts) await revisionStore.saveDraft(draft);
  if (published !== released)
    await contentRepository.publish({ by: 'ben@example.com', reason: 'Meanwhile', files: published, baseRevision: 0 });
  const sent = { ...texts, value: JSON.stringify(value), ...(field !== undefined && { field: JSON.stringify(field) }) };
  const shown = await renderPreviewResponse(
    { revisionStore, contentRepository, site: { createPreview } },
    by,
    sent,
    log,
  );
  if (!shown) throw new Error('This is not what a preview takes');
  const [html] = listElements(shown.html);
  const of = (name: string) => html && getAttribute(html, name);
  return { ...shown, lines, path: of('data-preview'), missing: of('data-missing') };
}

const titled = (title: string) => setField(released, { file: 'about.yaml', path: ['title'] }, title)['about.yaml'];

describe('a preview', () => {
  it('has what others published since its draft was begun, as the page that is shared has', async () => {
    const base = released['about.yaml'];
    const file = 'about.yaml';
    const draft = { file, by, base, savedAt: new Date(0), value: titled('Mine') };
    const others = setField(released, { file, path: ['lead'] }, 'Theirs, published meanwhile.');
    const { html } = await show({ file, value: titled('Mine, typed'), path: '/about' }, [draft], others);
    expect([html.includes('>Mine, typed</h1>'), html.includes('Theirs, published meanwhile.')]).toEqual([true, true]);
  });

  it('that fails without a fault of the content says so in the log, without its words', async () => {
    const fail = () => {
      throw new Error('The line is broken');
    };
    const form = { file: 'about.yaml', path: '/about' };
    const { lines } = await show({ ...form, value: titled('Mine') }, [], released, fail);
    expect(lines).toEqual([expect.stringMatching(/The line is broken.*"msg":"a preview cannot be shown"/)]);
    expect((await show({ ...form, value: titled('') }, [], released, fail)).lines).toEqual([]);
  });

  it('is the page with the drafts of the person, with its styles and without scripts, which its policy does not let run', async () => {
    const draft = { file: 'site.yaml', by, base: null, savedAt: new Date(0) };
    const value = setField(released, { file: 'site.yaml', path: ['name'] }, 'Newname')['site.yaml'];
    const shown = await show({ file: 'about.yaml', value: titled('We are {name}'), path: '/about' }, [
      { ...draft, value },
    ]);
    expect(/<h1[^>]*>[^<]*/.exec(shown.html)?.[0]).toContain('>We are Newname');
    expect(shown.html.includes('<style>@layer')).toBe(true);
    const scripts = listElements(shown.html).filter(({ tagName }) => tagName === 'script');
    expect(scripts.filter((script) => !getAttribute(script, 'type')?.endsWith('json'))).toEqual([]);
    expect(shown.policy).toContain("default-src 'none'; style-src 'self' 'sha256-");
    for (const rule of ['sandbox allow-same-origin', "frame-ancestors 'self'"]) expect(shown.policy).toContain(rule);
    expect(shown.policy).not.toContain('script-src');
  });

  it.each<[what: string, file: string, field: readonly (string | number)[], asked: string, path: string]>([
    ['the page that is asked for, if it has the field', 'site.yaml', ['contact', 'email'], '/contact', '/contact'],
    ['another that has it', 'services/mobility.yaml', ['title'], '/about', '/services/mobility'],
    [
      'of a product the page of all, for what stands on its card',
      'products/shipguru.yaml',
      ['features', 0],
      '/products/shipguru',
      '/products',
    ],
    ['a page that reads a fact of the company', 'site.yaml', ['enquiryRetentionDays'], '/about', '/privacy-policy'],
    ['where an empty one would stand', 'site.yaml', ['microsoftPartnership'], '/about', '/microsoft-partner'],
    ['no page, where none reads it', 'proof.yaml', ['certificates', 'title'], '/about', 'none'],
    ['no page for what the office alone reads', 'office.yaml', ['reasons', 1], '', 'none'],
    ['the page of the file, where none has it', 'home.yaml', ['services', 'cards', 0, 'icon'], '/', '/'],
  ])('shows %s', async (_what, file, field, path, expected) => {
    expect((await show({ file, value: released[file], path, field })).path).toBe(expected);
  });

  it('shows a new page too, and says what is missing where there cannot be one yet', async () => {
    const file = 'products/ninth.yaml';
    const value = { ...Object(released['products/shipguru.yaml']), title: 'Ninth' };
    const path = '/products/ninth';
    expect((await show({ file, value, path })).html).toContain('>Ninth</h1>');
    const { page: _page, ...rest } = value;
    const missing = await show({ file, value: { ...rest, page: { kind: 'software' } }, path });
    expect([missing.path, missing.missing]).toEqual([undefined, expect.stringContaining('Page of its own')]);
  });

  it('leaves out a block that is not finished, and says so once something was typed there', async () => {
    const file = 'news/spring.yaml';
    const blocks = [{ text: 'Here are the words of the first block.' }, { picture: {} }];
    const value = { ...Object(createPageValue([], file, 'Spring')), blocks };
    const { html, path, missing } = await show({ file, value, path: '/news/spring', field: ['title'] });
    expect(html).toContain('Here are the words of the first block.');
    expect([path, missing]).toEqual(['/news/spring', expect.stringContaining('Picture')]);
    const untouched = [blocks[0], { picture: { caption: '' } }];
    const filled = { ...value, description: 'What it answers. '.repeat(5).trim(), lead: 'A lead.', blocks: untouched };
    expect((await show({ file, value: filled, path: '/news/spring' })).missing).toBeUndefined();
  });
});

const markup = `"'><script>x()</script><img src=x onerror="x()">`;
const isAddress = (path: readonly PropertyKey[]) =>
  /(?:^|\.)(?:to|link|href|socialMedia\.linkedin)$/.test(path.join('.'));
// The schema accepts known time zones only, and no text for a number.
const texts = listFields(released).filter(
  (text) => text.renderedText !== '' && text.path.at(-1) !== 'timeZone' && typeof getField(released, text) === 'string',
);
const [addresses, prose] = [texts.filter(({ path }) => isAddress(path)), texts.filter(({ path }) => !isAddress(path))];
const hostile = prose.reduce<ContentFiles>(
  (all, text) => setField(all, text, `${markup}${text.renderedText}`),
  released,
);
const scripted = addresses.reduce<ContentFiles>((all, text) => setField(all, text, 'javascript:x()'), released);

/** Returns the parts of a page that a browser would run. */
function runnable(html: string): string[] {
  const elements = listElements(html);
  const names = elements.flatMap(({ attrs }) => attrs.map(({ name, value }) => `${name}=${value}`));
  const pictures = elements.filter(({ tagName }) => tagName === 'img').map(() => 'img');
  return [...pictures, ...names.filter((one) => /^on|=\s*javascript:/i.test(one))];
}

it('markup in every text of the content at once is text: in pages, data for programs, files and previews', async () => {
  const scriptsOf = (html: string) => listElements(html).filter(({ tagName }) => tagName === 'script').length;
  const textAt = (address: string) => String(published.files.get(address)?.variants.get('identity')?.body);
  const { files } = await publish(assembleContent(hostile));
  for (const [address, { mediaType, variants }] of files) {
    const text = String(variants.get('identity')?.body);
    expect(/(?<!\\)<img src=x/.test(text) && !mediaType.startsWith('text/plain'), address).toBe(false);
    if (!mediaType.startsWith('text/html')) continue;
    expect([address, ...runnable(text)]).toEqual([address]);
    expect([address, scriptsOf(text)]).toEqual([address, scriptsOf(textAt(address))]);
  }
  for (const [file, value] of Object.entries(hostile))
    expect(runnable((await show({ file, value, path: '/' })).html)).toEqual([]);
});

it('a script as an address is refused in every field, and leads nowhere in a preview', async () => {
  const refused = validateContent(scripted).map(({ file, path }) => [file, ...path].join(' '));
  expect([...new Set(refused)].sort()).toEqual(addresses.map(({ file, path }) => [file, ...path].join(' ')).sort());
  for (const file of new Set(addresses.map((address) => address.file))) {
    const { html } = await show({ file, value: scripted[file], path: '/' });
    expect(runnable(html)).toEqual([]);
  }
});
