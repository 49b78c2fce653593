import { SteppedViaduct } from '../../drawings/stepped-viaduct.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = SteppedViaduct;
export default servicePage(Drawing);
