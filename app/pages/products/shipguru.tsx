import { TransporterBridge } from '../../drawings/transporter-bridge.tsx';
import { productPage } from './product-page.tsx';

export { loader, meta } from './product-data.ts';

export const Drawing = TransporterBridge;
export default productPage(Drawing);
