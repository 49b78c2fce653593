import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';

import { findSchemaIssues, validateContent, formatPlaceTitle } from '../../content/validate-content.ts';
import { collections, type Content, findContentType } from '../../content/content-types.ts';
import { getField, type FieldChange, setField, type ContentFiles } from '../../content/merge-content.ts';
import { escapeHtml } from '../../outbox/mail.ts';
import type { Draft } from '../../content/revisions.ts';
import { cleanContent, type EditedWords, valueOfFile, applyDrafts } from './editing.ts';
import type { WordsParts } from './publish.tsx';

type PreviewedSite = ReturnType<WordsParts['preview']>;

const asked = v.object({
  file: v.string(),
  value: v.pipe(v.string(), v.parseJson(), valueOfFile),
  path: v.string(),
  /** Field to show. */
  field: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.union([v.string(), v.number()])))),
});

type Field = Pick<FieldChange, 'file' | 'path'>;

/**
 * Resolves to a page that shows a field, with a person's drafts: the requested one if it does, else the first. Null
 * for an invalid form; a reason instead of a page if the content cannot be shown yet.
 */
export async function previewPage(
  { liveWords, wordsStore, preview: open }: EditedWords & Pick<WordsParts, 'preview'>,
  by: string,
  form: unknown,
): Promise<{ html: string; policy: string } | null> {
  const parsed = v.safeParse(asked, form);
  if (!parsed.success) return null;
  const { file, value, path, field } = parsed.output;
  const [{ files }, drafts] = [await liveWords.live(), await wordsStore.drafts({ by })];
  const own = drafts.filter((other) => other.file !== file);
  const drafted = withoutBrokenLinks(files, [...own, { file, value: cleanContent(file, value) }]);
  try {
    const site = open(drafted);
    if (path === '') return addPolicy(noPage);
    const shown = field?.length
      ? await findPage(site, path, { file, path: field }, () => open(withOtherValue(drafted, { file, path: field })))
      : path;
    if (shown === undefined) return addPolicy(noPage);
    const { html, styles } = site.renderStyled(shown);
    return addPolicy(html, styles);
  } catch {
    const [fault] = validateContent(drafted);
    const missing = fault
      ? `${formatPlaceTitle(fault, drafted)} ${fault.message}`
      : 'The page cannot be shown with these words.';
    return addPolicy(`<!doctype html><html lang="en-GB" data-missing="${escapeHtml(missing)}"><title>Preview</title>`);
  }
}

/** Returns the page with its policy: no scripts, which would run on the office's origin, and no foreign frames. */
function addPolicy(html: string, styles = '') {
  const policy = [
    "default-src 'none'",
    `style-src 'self' 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return { html, policy };
}

/**
 * Resolves to the path of the requested page if it shows a field, else of the first that does. A text of a page or entry is searched
 * for in it; for a fact of all pages, it is the page that another value would change.
 */
async function findPage(site: PreviewedSite, asked: string, field: Field, openOther: () => PreviewedSite) {
  const isOfPage = field.file.includes('/') || findContentType(field.file)?.group === 'Pages';
  const text = isOfPage ? textAt(site.words, field) : undefined;
  if (isOfPage && text === undefined) return asked;
  const other = isOfPage ? undefined : openOther();
  for (const path of new Set([asked, ...site.paths])) {
    const html = site.render(path);
    if (other ? html !== other.render(path) : shows(html, text ?? '')) return path;
    // Yield to requests of visitors.
    await nextTurn();
  }
  return isOfPage ? asked : undefined;
}

/** Returns the content with another value of the field, unless it is a group of fields. */
function withOtherValue(files: ContentFiles, field: Field): ContentFiles {
  const value = getField(files, field);
  if (typeof value === 'number') return setField(files, field, value + 1);
  if (typeof value === 'boolean') return setField(files, field, !value);
  return typeof value === 'object' ? files : setField(files, field, `${value as string | undefined}x`);
}

const noPage =
  '<!doctype html><html lang="en-GB" data-preview="none"><meta name="color-scheme" content="dark light">' +
  '<title>Preview</title><h1>No page shows this as it opens.</h1>';

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

function shows(html: string, text: string): boolean {
  return plain(html).includes(escapeHtml(plain(text)).replaceAll('&#39;', '&#x27;'));
}

/** Returns the first paragraph of a field as pages show it. */
function textAt(content: Content, { file, path }: Field): string | undefined {
  const kind = findContentType(file);
  if (!kind) return undefined;
  const value = content[kind.name];
  const entries = value as readonly { slug: string }[];
  const own = kind.name in collections ? entries.find(({ slug }) => slug === kind.slug) : value;
  const text = getField({ [file]: own }, { file, path });
  const [first = ''] = typeof text === 'string' ? text.split(/\n\s*\n|\{\w+\}/) : [];
  return first.trim() === '' ? undefined : first.trim();
}

/** Returns the content with drafts, without malformed URLs: a preview must not link to them either. */
function withoutBrokenLinks(files: ContentFiles, drafts: readonly Pick<Draft, 'file' | 'value'>[]): ContentFiles {
  const drafted = applyDrafts({}, drafts);
  return findSchemaIssues(drafted)
    .filter(({ path }) => ['to', 'link', 'href', 'linkedin'].includes(String(path.at(-1))))
    .reduce((all, fault) => setField(all, fault, '/'), applyDrafts(files, drafts));
}
