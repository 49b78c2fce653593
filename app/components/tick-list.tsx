import { Check } from 'lucide';
import { Icon } from './icon.tsx';

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
