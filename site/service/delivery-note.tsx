import { TickList } from '../components/lists.tsx';

interface DeliveryNoteProps {
  title: string;
  items: readonly string[];
}

/** What is handed over, as the paper that comes with a delivery: ruled, and ticked off line by line. */
export function DeliveryNote({ title, items }: DeliveryNoteProps) {
  return (
    <div className="border border-t-3 border-outline border-t-accent bg-raised px-6 py-6">
      <h2 className="text-h3 font-bold">{title}</h2>
      <TickList items={items} />
    </div>
  );
}
