interface DescriptionProps {
  title: string;
  paragraphs: readonly string[];
}

/** What a service is, beside its heading. */
export function DescriptionAside({ title, paragraphs }: DescriptionProps) {
  return (
    <section className="wrap band grid gap-x-8 gap-y-6 pb-0 menu:grid-cols-12">
      <h2 className="text-h2 font-bold menu:col-span-4">{title}</h2>
      <div className="max-w-(--measure) space-y-5 text-lead menu:col-span-7 menu:col-start-6">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

/** What a service is, a column a paragraph. */
export function DescriptionColumns({ title, paragraphs }: DescriptionProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{title}</h2>
      <div className="mt-8 grid gap-x-16 gap-y-5 text-lead md:grid-cols-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="max-w-(--measure)">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}
