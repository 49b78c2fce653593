import { SwingBridge } from '../../drawings/swing-bridge.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = SwingBridge;
export default servicePage(Drawing);
