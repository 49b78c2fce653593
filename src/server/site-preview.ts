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
  const renderPage = (path: string): string => {
    const text = renderer.generatedFileRenderers[path]?.(site, path);
    if (text === undefined) return renderSitePage(renderer, site, path, {}, path).document;
    const name = escapeHtml(path);
    return `<!doctype html><html lang="en-GB" data-preview="${name}"><title>${name}</title><pre>${escapeHtml(text)}</pre>`;
  };
  return {
    pagePaths: site.pages.map(({ path }) => path),
    renderPage,
    renderStyledPage(path) {
      const html = renderPage(path);
      const styles = extractPageCss(html);
      return { html: renderer.addStylesAndVersion(html, styles), styles };
    },
  };
}
