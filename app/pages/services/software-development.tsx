import { CableStayedFan } from '../../drawings/cable-stayed-fan.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = CableStayedFan;
export default servicePage(Drawing);
