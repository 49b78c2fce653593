interface BenefitsProps {
  title: string;
  items: readonly string[];
}

/** The first benefit as large as a heading, the others quietly below it. */
export function BenefitStatement({ title, items }: BenefitsProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h3 font-bold text-quiet">{title}</h2>
      <ul className="benefit-statement">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

export function BenefitList({ title, items }: BenefitsProps) {
  return (
    <>
      <h2 className="text-h2 font-bold">{title}</h2>
      <ul className="mt-6 max-w-(--measure) text-lead">
        {items.map((item) => (
          <li key={item} className="border-t border-hairline py-4">
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}
