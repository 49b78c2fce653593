import { createHash } from 'node:crypto';
import * as v from 'valibot';

import { findShapeFaults, findWordFaults, placeTitle } from '../../content/judge-words.ts';
import { collections, type Content, kindOf } from '../../content/kinds.ts';
import { fieldAt, withField } from '../../content/merge-words.ts';
import { escapeHtml } from '../../enquiries/channels/mail.ts';
import type { WordFiles, WordsDraft } from '../../enquiries/core/words-store.ts';
import type { Preview } from '../../server/publication.ts';
import { cleanWords, type EditedWords, valueOfFile, withDrafts } from './editing.ts';

/** The website with other words. */
interface PreviewedSite extends Preview {
  words: Content;
}

/** What the editor works on. */
export interface EditorParts {
  edited: EditedWords;
  preview(files: WordFiles): PreviewedSite;
}

const asked = v.object({
  file: v.string(),
  value: v.pipe(v.string(), v.parseJson(), valueOfFile),
  path: v.string(),
  /** The field that is to be seen. */
  field: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.union([v.string(), v.number()])))),
});

/**
 * The page that shows a field, with a person's drafts: the one asked for if it has it, else the first that has. Null where the form is
 * not what is asked for; without a page where the words cannot be shown yet, and why.
 */
export async function preview(
  { edited, preview: open }: EditorParts,
  by: string,
  form: unknown,
): Promise<{ html: string; policy: string } | null> {
  const parsed = v.safeParse(asked, form);
  if (!parsed.success) return null;
  const { file, value, path, field } = parsed.output;
  const [files, drafts] = await Promise.all([edited.files(), edited.drafts({ by })]);
  const own = drafts.filter((other) => other.file !== file);
  const drafted = withoutBrokenLinks(files, [...own, { file, value: cleanWords(file, value) }]);
  try {
    const site = open(drafted);
    const page = pageWith(site, path, field && textAt(site.words, file, field));
    return answer(site.finish(page.html).replace('<html ', `<html data-preview="${escapeHtml(page.path)}" `));
  } catch {
    const [fault] = findWordFaults(drafted);
    const missing = fault
      ? `${placeTitle(fault, drafted)} ${fault.message}`
      : 'The page cannot be shown with these words.';
    return answer(`<!doctype html><html lang="en-GB" data-missing="${escapeHtml(missing)}"><title>Preview</title>`);
  }
}

/** Nothing runs in it, and only the form shows it. Scripts of the site would run on the office's origin. */
function answer(html: string) {
  const styles = Array.from(html.matchAll(/<style>([^]*?)<\/style>/g), ([, css = '']) => {
    return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  });
  const policy = [
    "default-src 'none'",
    ["style-src 'self'", ...styles].join(' '),
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

function pageWith(site: PreviewedSite, asked: string, text: string | undefined) {
  for (const path of text === undefined ? [] : [asked, ...site.paths]) {
    const html = site.render(path);
    if (shows(html, text ?? '')) return { path, html };
  }
  return { path: asked, html: site.render(asked) };
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

function shows(html: string, text: string): boolean {
  return plain(html).includes(escapeHtml(plain(text)).replaceAll('&#39;', '&#x27;'));
}

/** The first paragraph of a field as pages show it. */
function textAt(content: Content, file: string, field: readonly (string | number)[]): string | undefined {
  const kind = kindOf(file);
  if (!kind) return undefined;
  const value = content[kind.name];
  const entries = value as readonly { slug: string }[];
  const own = kind.name in collections ? entries.find(({ slug }) => slug === kind.slug) : value;
  const text = fieldAt({ [file]: own }, { file, path: field });
  const [first = ''] = typeof text === 'string' ? text.split(/\n\s*\n|\{\w+\}/) : [];
  return first.trim() === '' ? undefined : first.trim();
}

/** The words with drafts. An address that is not one is nobody's to follow, not even in a preview. */
function withoutBrokenLinks(files: WordFiles, drafts: readonly Pick<WordsDraft, 'file' | 'value'>[]): WordFiles {
  const drafted = withDrafts({}, drafts);
  return findShapeFaults(drafted)
    .filter(({ path }) => ['to', 'link', 'href', 'linkedin'].includes(String(path.at(-1))))
    .reduce((all, fault) => withField(all, fault, '/'), withDrafts(files, drafts));
}
