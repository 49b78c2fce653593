import { SteppedViaduct } from '../../drawings/stepped-viaduct.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(SteppedViaduct);
