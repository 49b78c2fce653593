import { ClosedLoop } from '../../drawings/closed-loop.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = ClosedLoop;
export default servicePage(Drawing);
