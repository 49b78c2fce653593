import { HangerChart } from '../../drawings/hanger-chart.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = HangerChart;
export default servicePage(Drawing);
