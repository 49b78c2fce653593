import type { ComponentProps } from 'react';
import type { FieldChoices } from '../entries.ts';

interface PosterFieldProps extends Omit<ComponentProps<'fieldset'>, 'onChange'> {
  id: string;
  /** Names of the posters with what one sees; '' is none. */
  posters: FieldChoices[string];
  /** Name of the chosen one. */
  value: string;
  onChange: (name: string) => void;
}

// The part of a poster that has the structure.
const structureView = '#svgView(viewBox(187,20,773,580))';

/** Renders a choice among posters as their pictures. The element `<id>-label` names it. */
export function PosterField({ id, posters, value, onChange, ...props }: PosterFieldProps) {
  const pictureClass = 'aspect-4/3 h-auto w-full border border-hairline';
  return (
    <fieldset
      {...props}
      id={id}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      className="grid scroll-mt-36 grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3"
    >
      {posters.map(({ value: name, label }) => (
        <label key={name} className="has-checked:text-lamp">
          {name === '' ? (
            <span className={`block ${pictureClass}`} />
          ) : (
            <img src={`/posters/${name}.svg${structureView}`} alt="" loading="lazy" className={pictureClass} />
          )}
          <span className="flex gap-2 pt-1 text-small">
            <input
              type="radio"
              name={id}
              value={name}
              checked={name === value}
              onChange={() => onChange(name)}
              className="mt-1 self-start accent-lamp"
            />
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
