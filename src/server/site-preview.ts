import type { Site } from '../site/routes.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { renderSitePage, type RendererModule } from './render-pages.ts';

/** Pages of a site that are rendered one at a time. Each method throws a PageRenderError if the page fails. */
export interface Preview {
  pagePaths: readonly string[];
  /** Returns a page, or a generated file, as an HTML document without CSS and scripts. */
  renderPage(path: string): string;
  /** Returns the same document with its CSS, and the CSS alone. */
  renderStyledPage(path: string): { html: string; styles: string };
}

/**
 * Returns a preview of a site.
 * @param extractPageCss returns the CSS for a document
 */
export function createPreview(renderer: RendererModule, site: Site, extractPageCss: (html: string) => string): Preview {
  const renderDocument = (path: string, styles?: string): string => {
    const text = renderer.generatedFiles[path]?.(site, path);
    const settings = { previewOf: path, ...(styles && { styles }) };
    if (text === undefined) return renderer.renderDocument(site, renderSitePage(renderer, site, path), settings);
    const name = escapeHtml(path);
    return `<!doctype html><html lang="en-GB" data-preview="${name}"><title>${name}</title><pre>${escapeHtml(text)}</pre>`;
  };
  return {
    pagePaths: site.pages.map(({ path }) => path),
    renderPage: (path) => renderDocument(path),
    renderStyledPage(path) {
      const styles = extractPageCss(renderDocument(path));
      return { html: renderDocument(path, styles), styles };
    },
  };
}
