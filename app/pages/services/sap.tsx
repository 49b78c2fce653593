import { Cantilever } from '../../drawings/cantilever.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(Cantilever);
