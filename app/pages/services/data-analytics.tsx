import { HangerChart } from '../../drawings/hanger-chart.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export default servicePage(HangerChart);
