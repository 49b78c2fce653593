import { SpaceFrame } from '../../drawings/space-frame.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = SpaceFrame;
export default servicePage(Drawing);
