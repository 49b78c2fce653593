import { JoinedDecks } from '../../drawings/joined-decks.tsx';
import { productPage } from './product-page.tsx';

export { loader, meta } from './product-data.ts';

export const Drawing = JoinedDecks;
export default productPage(Drawing);
