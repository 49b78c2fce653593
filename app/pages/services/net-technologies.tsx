import { SpaceFrame } from '../../drawings/space-frame.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(SpaceFrame);
