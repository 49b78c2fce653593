import type { Content } from '../../content/content-types.ts';
import { DefinitionGrid } from './blocks.tsx';

type Proof = Content['proof'];

/** Case studies and testimonials of clients that name this page in `shownOn`. Renders nothing without any. */
export function ClientProof({ proof: { cases, sentences }, path }: { proof: Proof; path: string }) {
  const isShown = ({ shownOn }: { shownOn: readonly string[] }) => shownOn.includes(path);
  const [caseStudies, testimonials] = [cases.items.filter(isShown), sentences.items.filter(isShown)];
  return (
    <>
      {caseStudies.length > 0 && (
        <section className="wrap band pb-0">
          <h2 className="text-h3 font-bold text-quiet">{cases.title}</h2>
          {caseStudies.map((one) => (
            <CaseStudy key={one.title} texts={cases} {...one} />
          ))}
        </section>
      )}
      {testimonials.length > 0 && (
        <section className="wrap band pb-0">
          <h2 className="text-h3 font-bold text-quiet">{sentences.title}</h2>
          <div className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-[repeat(auto-fit,minmax(22rem,1fr))]">
            {testimonials.map(({ text, name, role }) => (
              <figure key={text} className="border-l-3 border-lamp pl-6">
                <blockquote className="max-w-[33rem] font-display text-h3 text-balance">“{text}”</blockquote>
                <figcaption className="mt-4 text-quiet">{`${name}, ${role}`}</figcaption>
              </figure>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

const decks = { problem: 'border-dashed border-outline', built: 'border-lamp', changed: 'border-lamp' } as const;

/** A case study, drawn as a deck that is broken over the problem and whole from the solution on. */
function CaseStudy({ texts, ...one }: Proof['cases']['items'][number] & { texts: Proof['cases'] }) {
  return (
    <article className="mt-8">
      <h3 className="text-h2 font-bold">{one.title}</h3>
      <dl className="mt-8 grid gap-y-8 menu:grid-cols-3">
        {(['problem', 'built', 'changed'] as const).map((part) => (
          <div key={part} className={`border-t-3 pt-5 pr-8 ${decks[part]}`}>
            <dt className="font-semibold">{texts[part]}</dt>
            <dd className="mt-2 max-w-[33rem] text-quiet">{one[part]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 max-w-none border-t border-hairline pt-3 text-quiet">{`${one.name}, ${one.role}`}</p>
    </article>
  );
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Engineers and certificates of the company. */
export function CompanyProof({ engineers, certificates }: Proof) {
  const formatCertificate = ({ number, date }: Proof['certificates']['items'][number]) =>
    certificates.number.replace('{number}', () => number).replace('{date}', dateFormat.format(new Date(date)));
  const blocks = [
    { title: engineers.title, items: engineers.items.map(({ name, text }) => ({ title: name, text })) },
    {
      title: certificates.title,
      items: certificates.items.map((one) => ({ title: one.title, text: formatCertificate(one) })),
    },
  ];
  return blocks.map((block) =>
    block.items.length === 0 ? null : (
      <div key={block.title} className="band pb-0">
        <DefinitionGrid {...block} />
      </div>
    ),
  );
}
