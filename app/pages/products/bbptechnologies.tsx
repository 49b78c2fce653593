import { StrandTraces } from '../../drawings/strand-traces.tsx';
import { productPage } from './product-page.tsx';

export { loader, meta } from './product-data.ts';

export const Drawing = StrandTraces;
export default productPage(Drawing);
