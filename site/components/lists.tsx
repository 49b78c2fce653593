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

export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-4">
      {items.map((item) => (
        <li key={item} className="flex gap-3 border-t border-hairline py-3">
          <Icon shapes={Check} className="mt-1 size-5 shrink-0 text-accent" />
          <span className="max-w-(--measure)">{item}</span>
        </li>
      ))}
    </ul>
  );
}
