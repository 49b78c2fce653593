import type { Content } from '../../content/content-models.ts';
import { getDateFormat } from '../../text/format-date.ts';
import { DefinitionGrid } from './blocks.tsx';
import { Picture } from './picture.tsx';

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
            {testimonials.map((one) => (
              <Quotation key={one.text} {...one} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

type Testimonial = Pick<Proof['sentences']['items'][number], 'text' | 'name' | 'role' | 'picture'>;

/** A sentence of a client, with who says it. */
export function Quotation({ text, name, role, picture }: Testimonial) {
  return (
    <figure className="border-l-3 border-lamp pl-6">
      <blockquote className="max-w-[33rem] font-display text-h3 text-balance">“{text}”</blockquote>
      <figcaption className="mt-4 flex items-center gap-4 text-quiet">
        {picture ? <Picture picture={picture} crop="portrait" className="w-20 flex-none" /> : null}
        {`${name}, ${role}`}
      </figcaption>
    </figure>
  );
}

const decks = { problem: 'border-dashed border-outline', built: 'border-lamp', changed: 'border-lamp' } as const;

/** A case study, drawn as a deck that is broken over the problem and whole from the solution on. */
function CaseStudy({ texts, ...one }: Proof['cases']['items'][number] & { texts: Proof['cases'] }) {
  return (
    <article className="mt-8">
      <h3 className="text-h2 font-bold">{one.title}</h3>
      {one.picture ? <Picture picture={one.picture} crop="banner" className="mt-8" /> : null}
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

/** Returns a day of the content in words. */
export const formatDate = (day: string): string => getDateFormat('UTC', { dateStyle: 'long' }).format(new Date(day));

/** Engineers and certificates of the company. */
export function CompanyProof({ engineers, certificates }: Proof) {
  const formatCertificate = ({ number, date }: Proof['certificates']['items'][number]) =>
    certificates.number.replace('{number}', () => number).replace('{date}', formatDate(date));
  const blocks = [
    { title: engineers.title, items: engineers.items.map(({ name, ...one }) => ({ title: name, ...one })) },
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
