import { SignalArcs } from '../../drawings/signal-arcs.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = SignalArcs;
export default servicePage(Drawing);
