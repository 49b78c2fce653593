import { type ReactNode, useEffect } from 'react';

import { Controls } from './controls.tsx';
import { ColouredLines, Drawings } from './drawings.tsx';
import { Fields, Notifications, Outcomes } from './form-states.tsx';
import { Colours, Marks, TypeScale } from './foundations.tsx';
import { Frame } from './frame.tsx';
import { Failure, Openings, Parts } from './parts.tsx';
import { ProductCards } from './product-cards.tsx';
import { holdStates } from './states.tsx';
import './specimens.css';

const inMargins: Record<string, () => ReactNode> = {
  Colours,
  'Type scale': TypeScale,
  Marks,
  Drawings,
  'Coloured lines': ColouredLines,
  Controls,
  Fields,
  Outcomes,
  Notifications,
  'Product cards': ProductCards,
};

/** They have the page's margins themselves. */
const fullWidth: Record<string, () => ReactNode> = {
  'Beginnings of pages': Openings,
  'A page that failed': Failure,
  'Parts of pages': Parts,
  'Header and footer': Frame,
};

/** For the breadcrumbs above. */
export const loader = () => ({ head: { breadcrumbs: [{ name: 'Home', to: '/' }, { name: 'Specimens' }] } });

export const meta = () => [{ title: 'Specimens' }, { name: 'robots', content: 'noindex' }];

/**
 * Every drawing and component in its states, for whoever designs the next one: `npm run dev`, then /specimens, in either theme.
 * The route exists in development only. `e2e/specimens.spec.ts` keeps the looks of each section.
 */
export default function Specimens() {
  useEffect(holdStates, []);
  return (
    <>
      <h1 tabIndex={-1} className="wrap text-h1 font-bold">
        Specimens
      </h1>
      {Object.entries({ ...inMargins, ...fullWidth }).map(([title, Specimen]) => (
        <section key={title} aria-label={title} className="specimen">
          <h2 className="wrap">{title}</h2>
          <div className={title in inMargins ? 'wrap' : undefined}>
            <Specimen />
          </div>
        </section>
      ))}
    </>
  );
}
