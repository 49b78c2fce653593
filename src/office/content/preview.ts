import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { formatFileAndFieldTitle, validateContent } from '../../content/validate-content.ts';
import { findFieldSchema, findFieldOptions } from '../../content/field-schema.ts';
import { collections, type Content, findContentModel } from '../../content/content-models.ts';
import { type ContentFiles, type FieldRef, getField, setField } from '../../content/merge-content.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { createPreviewPolicy } from '../../server/site-headers.ts';
import { isInUntouchedBlock } from './editor/untouched-blocks.ts';
import { cleanFileValue, type ContentStores, fileValueSchema } from './editing.ts';
import type { OfficeSite } from '../shared/office-context.ts';

type PreviewDependencies = ContentStores & { site: Pick<OfficeSite, 'createPreview'> };
type PreviewedSite = ReturnType<OfficeSite['createPreview']>;

const previewFormSchema = v.object({
  file: v.string(),
  value: v.pipe(v.string(), v.parseJson(), fileValueSchema),
  path: v.string(),
  /** Field to show. */
  field: v.optional(v.pipe(v.string(), v.parseJson(), v.array(v.union([v.string(), v.number()])))),
});

/**
 * Resolves to a page that shows a field, with a person's drafts: the requested page if it does, else the first. The
 * HTML is only a reason if the content cannot be shown yet. Null for an invalid form.
 */
export async function renderPreviewResponse(
  { contentRepository, revisionStore, site: { createPreview } }: PreviewDependencies,
  person: string,
  form: unknown,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ html: string; policy: string } | null> {
  const parsed = v.safeParse(previewFormSchema, form);
  if (!parsed.success) return null;
  const { file, value, path, field } = parsed.output;
  const [{ files }, drafts] = [
    await contentRepository.readPublishedContent(),
    await revisionStore.listDrafts({ by: person }),
  ];
  const otherDrafts = drafts.filter((other) => other.file !== file);
  const { base } = drafts.find((own) => own.file === file) ?? { base: files[file] };
  const draftedFiles = await contentRepository.readContentWithDrafts([
    ...otherDrafts,
    { file, base, value: cleanFileValue(file, value) },
  ]);
  const render = async (shownFiles: ContentFiles) => {
    const site = createPreview(shownFiles);
    if (path === '') return addPolicy(noPageHtml);
    const shownPath = field?.length
      ? await findPagePathWithField(site, path, { file, path: field }, () =>
          createPreview(changeFieldValue(shownFiles, { file, path: field })),
        )
      : path;
    if (shownPath === undefined) return addPolicy(noPageHtml);
    const { html, styles } = site.renderStyledPage(shownPath);
    return addPolicy(html, styles);
  };
  try {
    return await render(draftedFiles);
  } catch (error) {
    const issues = validateContent(draftedFiles);
    const touched = issues.filter((one) => !isInUntouchedBlock(one, draftedFiles[one.file]));
    const issue = touched.find(({ path: [part] }) => part === 'blocks') ?? touched[0];
    // What is being typed may be unfinished at each key.
    if (issues.length === 0) log.warn({ err: error }, 'a preview cannot be shown');
    const problem = issue
      ? `${formatFileAndFieldTitle(issue, draftedFiles)} ${issue.message}`
      : 'The page cannot be shown with this content.';
    const page = await render(leaveOutBlocks(draftedFiles, issues)).catch(() => undefined);
    if (page && !issue && issues.length > 0) return page;
    if (page) return { ...page, html: page.html.replace('<html', () => `<html data-missing="${escapeHtml(problem)}"`) };
    return addPolicy(`<!doctype html><html lang="en-GB" data-missing="${escapeHtml(problem)}"><title>Preview</title>`);
  }
}

/** Returns the content without the blocks of pages that have issues, such as a picture without its file yet. */
function leaveOutBlocks(files: ContentFiles, issues: readonly FieldRef[]): ContentFiles {
  const blocks = issues.filter(({ path }) => path[0] === 'blocks' && path.length > 1);
  return Object.entries(Object.groupBy(blocks, ({ file }) => file)).reduce((all, [file, faulty = []]) => {
    const field = { file, path: ['blocks'] };
    const indexes = new Set(faulty.map(({ path }) => path[1]));
    return setField(
      all,
      field,
      (getField(all, field) as unknown[]).filter((_, index) => !indexes.has(index)),
    );
  }, files);
}

/** Returns the page with its policy. */
function addPolicy(html: string, styles = '') {
  return { html, policy: createPreviewPolicy(styles, "'self'") };
}

/**
 * Resolves to the path of the requested page if it shows a field, else of the first that does: for a text of a page or
 * entry, a page that contains it; for a fact of all pages, one that another value would change.
 */
async function findPagePathWithField(
  site: PreviewedSite,
  requestedPath: string,
  fieldRef: FieldRef,
  createChangedSite: () => PreviewedSite,
): Promise<string | undefined> {
  const isOfPage = fieldRef.file.includes('/') || findContentModel(fieldRef.file)?.group === 'Pages';
  const text = isOfPage ? readFirstParagraph(site.content, fieldRef) : undefined;
  if (isOfPage && text === undefined) return requestedPath;
  const changedSite = isOfPage ? undefined : createChangedSite();
  for (const path of new Set([requestedPath, ...site.pagePaths])) {
    const html = site.renderPage(path);
    if (changedSite ? html !== changedSite.renderPage(path) : containsText(html, text ?? '')) return path;
    // Yield to requests of visitors.
    await nextTurn();
  }
  return isOfPage ? requestedPath : undefined;
}

/** Returns the content with another value of the field, unless it is a group of fields. */
function changeFieldValue(files: ContentFiles, fieldRef: FieldRef): ContentFiles {
  const value = getField(files, fieldRef);
  if (typeof value === 'number') return setField(files, fieldRef, value + 1);
  if (typeof value === 'boolean') return setField(files, fieldRef, !value);
  return typeof value === 'object' ? files : setField(files, fieldRef, `${value as string | undefined}x`);
}

const noPageHtml =
  '<!doctype html><html lang="en-GB" data-preview="none"><meta name="color-scheme" content="dark light">' +
  '<title>Preview</title><h1>No page shows this as it opens.</h1>';

const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ');

function containsText(html: string, text: string): boolean {
  return collapseWhitespace(html).includes(escapeHtml(collapseWhitespace(text)).replaceAll('&#39;', '&#x27;'));
}

/** Returns the first paragraph of a field as pages show it. */
function readFirstParagraph(content: Content, { file, path }: FieldRef): string | undefined {
  const [contentModel, schema] = [findContentModel(file), findFieldSchema(file, path)];
  // Pages do not show the name of what is chosen.
  if (!contentModel || (schema && findFieldOptions(schema))) return undefined;
  const value = content[contentModel.name];
  const entries = value as readonly { slug: string }[];
  const fileValue = contentModel.name in collections ? entries.find(({ slug }) => slug === contentModel.slug) : value;
  const text = getField({ [file]: fileValue }, { file, path });
  const [first = ''] = typeof text === 'string' ? text.split(/\n\s*\n|\{\w+\}/) : [];
  return first.trim() === '' ? undefined : first.trim();
}
