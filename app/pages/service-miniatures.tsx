import { renderToStaticMarkup } from 'react-dom/server';

import { services } from '../../content/words.ts';
import { Miniatures } from '../drawings/miniatures.tsx';

/** The structures of all services, in the order of the menu, which shows them by its styles as a mask. */
export function loader(): Response {
  const picture = renderToStaticMarkup(<Miniatures of={services.map(({ structure }) => structure)} />);
  return new Response(picture, { headers: { 'Content-Type': 'image/svg+xml' } });
}
