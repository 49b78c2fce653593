import { ClosedLoop } from '../../drawings/closed-loop.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(ClosedLoop);
