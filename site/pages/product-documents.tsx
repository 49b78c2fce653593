import { renderToStaticMarkup } from 'react-dom/server';

import { DocumentSheet } from '../drawings/product-document.tsx';

/** The drawings of all products' documents in one file, for the catalogue to take them from. */
export function productDocuments(): string {
  return renderToStaticMarkup(<DocumentSheet />);
}
