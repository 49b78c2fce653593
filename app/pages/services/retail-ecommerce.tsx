import { MarketHall } from '../../drawings/market-hall.tsx';
import { servicePage } from './service-page.tsx';

export { loader, meta } from './service-data.ts';

export const Drawing = MarketHall;
export default servicePage(Drawing);
