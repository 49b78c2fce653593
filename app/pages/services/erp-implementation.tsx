import { LatticeTruss } from '../../drawings/lattice-truss.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = LatticeTruss;
export default servicePage(Drawing);
