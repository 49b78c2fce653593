import { BarcodeSpan } from '../../drawings/barcode-span.tsx';
import { productPage } from './product-page.tsx';

export { loader, meta } from './product-data.ts';

export const Drawing = BarcodeSpan;
export default productPage(Drawing);
