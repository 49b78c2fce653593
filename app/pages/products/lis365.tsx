import { SagGauge } from '../../drawings/sag-gauge.tsx';
import { productPage } from './product-page.tsx';

export { loader, meta } from './product-data.ts';

export const Drawing = SagGauge;
export default productPage(Drawing);
