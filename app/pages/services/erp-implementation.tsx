import { LatticeTruss } from '../../drawings/lattice-truss.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(LatticeTruss);
