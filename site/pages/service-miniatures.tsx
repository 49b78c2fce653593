import { renderToStaticMarkup } from 'react-dom/server';

import type { Site } from '../site.ts';
import { Miniatures } from '../drawings/miniatures.tsx';

/** The structures of all services, in the order of the menu, which shows them by its styles as a mask. */
export function serviceMiniatures({ words: { services } }: Site): string {
  return renderToStaticMarkup(<Miniatures of={services.map(({ structure }) => structure)} />);
}
