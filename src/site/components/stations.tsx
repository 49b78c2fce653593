import type { ServicePoster } from '../../content/schema/fields.ts';
import type { Service } from '../../content/schema/service.ts';
import { DeckDrawing } from '../drawings/deck.tsx';

interface StationsProps {
  title: string;
  steps: Service['steps'];
  /** Stands before what the buyer keeps of a step. */
  keepLabel: string;
  structure: ServicePoster;
}

/** Steps of the work as stations along a deck, over the whole width; on a phone along the line of a network map. */
export function Stations({ title, steps, keepLabel, structure }: StationsProps) {
  return (
    <section className="stations sky">
      <div className="wrap">
        <h2 className="text-h1 font-bold tracking-tight">{title}</h2>
      </div>
      <DeckDrawing structure={structure} bayCount={steps.length} />
      <ol className="night">
        {steps.map(({ title, text, keep }) => (
          <li key={title}>
            <h3 className="printed">{title}</h3>
            <p>{text}</p>
            {keep ? (
              <p className="mt-2 font-semibold menu:mt-4">
                <span className="text-small font-normal text-quiet menu:block">{keepLabel}</span> {keep}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
