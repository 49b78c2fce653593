import { Cantilever } from '../../drawings/cantilever.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = Cantilever;
export default servicePage(Drawing);
