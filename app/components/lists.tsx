import { Check } from 'lucide';

import { Icon } from './icon.tsx';

interface DefinitionGridProps {
  title: string;
  items: readonly { title: string; text: string }[];
}

/** Terms and what each means, in two columns under hairlines. */
export function DefinitionGrid({ title, items }: DefinitionGridProps) {
  return (
    <section className="wrap grid gap-x-8 gap-y-6 menu:grid-cols-12">
      <h2 className="text-h2 font-bold menu:col-span-4">{title}</h2>
      <ul className="grid gap-x-8 sm:grid-cols-2 menu:col-span-8 menu:col-start-6 menu:col-end-13">
        {items.map((item) => (
          <li key={item.title} className="border-t border-hairline py-6">
            <h3 className="font-text text-lead font-semibold">{item.title}</h3>
            <p className="mt-2 text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StepSequenceProps {
  title: string;
  steps: readonly { title: string; text: string }[];
}

/** What is done one after the other, on a deck carried by one pier a step. */
export function StepSequence({ title, steps }: StepSequenceProps) {
  return (
    <section className="band mt-16 border-y border-hairline bg-raised">
      <div className="wrap">
        <h2 className="text-h2 font-bold">{title}</h2>
        <ol className="step-sequence">
          {steps.map((step) => (
            <li key={step.title}>
              <h3 className="text-h3 font-bold">{step.title}</h3>
              <p className="mt-2 text-quiet">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-4">
      {items.map((item) => (
        <li key={item} className="flex gap-3 border-t border-hairline py-3">
          <Icon shapes={Check} className="mt-1 size-5 shrink-0 text-accent" />
          {item}
        </li>
      ))}
    </ul>
  );
}
