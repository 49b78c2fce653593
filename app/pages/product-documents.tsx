import { renderToStaticMarkup } from 'react-dom/server';

import { DocumentSheet } from '../drawings/product-document.tsx';

/** The drawings of all products' documents in one file, for the catalogue to take them from. */
export function loader(): Response {
  return new Response(renderToStaticMarkup(<DocumentSheet />), { headers: { 'Content-Type': 'image/svg+xml' } });
}
