interface FeaturesProps {
  title: string;
  items: readonly { title: string; text: string }[];
}

/** Features as statements in display type, with what each means aside. */
export function FeatureStatements({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h3 font-bold text-quiet">{title}</h2>
      <ul className="mt-6">
        {items.map((item) => (
          <li
            key={item.title}
            className="grid gap-x-8 gap-y-3 border-t border-hairline py-6 md:grid-cols-2 md:items-baseline"
          >
            <h3 className="text-h2 font-bold">{item.title}</h3>
            <p className="max-w-[33rem] text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Features as the index of a book: two columns of entries that run on. */
export function FeatureIndex({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="border-b-3 border-accent pb-4 text-h2 font-bold">{title}</h2>
      <ul className="mt-8 gap-x-16 md:columns-2">
        {items.map((item) => (
          <li key={item.title} className="max-w-[33rem] break-inside-avoid pb-6 pl-6 -indent-6">
            <h3 className="inline font-text font-semibold">{item.title}.</h3>{' '}
            <p className="inline text-quiet">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Features as a ledger: a line each, with the entry on the left and what stands behind it on the right. */
export function FeatureLedger({ title, items }: FeaturesProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul className="mt-8 border-b border-outline">
        {items.map((item) => (
          <li key={item.title} className="grid gap-x-8 gap-y-1 border-t border-outline py-4 md:grid-cols-12">
            <h3 className="font-text text-lead font-semibold md:col-span-4">{item.title}</h3>
            <p className="max-w-[33rem] text-quiet md:col-span-7 md:col-start-6">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
