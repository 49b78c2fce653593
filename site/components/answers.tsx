import type { Content } from '../../content/kinds.ts';
import type { Fit, Questions as Asked } from '../../content/schema/answers.ts';

type Words = Content['answers'];
/** Where a link leads, what the site calls that place, and the reason to go there. */
export type Way = Readonly<Record<'to' | 'name' | 'text', string>>;

const beside = 'grid items-baseline gap-x-8 gap-y-2 menu:grid-cols-2';

/** In three columns whether something fits, and under one deck what happens in time: before, after two weeks, afterwards. */
const parts = [
  ['worksWith', 'border-t border-hairline menu:col-span-2'],
  ['notFor', 'border-t border-hairline'],
  ['bring', 'border-t-3 border-accent col-start-1'],
  ['afterTwoWeeks', 'border-t-3 border-accent'],
  ['whenWeLeave', 'border-t-3 border-accent sm:col-span-2 menu:col-span-1'],
] as const;

function FitAnswers({ fit, words }: { fit: Fit; words: Words }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2 menu:grid-cols-3">
      {parts.map(([part, look]) =>
        fit[part] ? (
          <div key={part} className={`py-6 ${look}`}>
            <dt className="font-display text-h3 font-bold">{words.fit[part]}</dt>
            {[fit[part]].flat().map((text) => (
              <dd key={text} className="mt-2 text-quiet">
                {text}
              </dd>
            ))}
          </div>
        ) : null,
      )}
    </dl>
  );
}

export function FitSection({ fit, words }: { fit: Fit; words: Words }) {
  return (
    <section className="wrap band pb-0">
      <h2 className="pb-8 text-h2 font-bold">{words.fit.title}</h2>
      <FitAnswers fit={fit} words={words} />
    </section>
  );
}

/** Questions that open without scripts, and to a search within the page; those about every project are not sent to themselves. */
export function Questions({ items, words, path }: { items: Asked; words: Words; path: string }) {
  return (
    <section id="questions" className={`wrap band pb-0 ${beside}`}>
      <h2 className="pb-4 text-h2 font-bold">{words.questions}</h2>
      <div>
        {items.map(({ question, answer }) => (
          <details key={question} className="border-t border-hairline">
            <summary className="py-4 text-lead font-semibold">{question}</summary>
            <p className="pb-6 text-quiet">{answer}</p>
          </details>
        ))}
        {words.general.to.startsWith(`${path}#`) ? null : <Ways items={[words.general]} />}
      </div>
    </section>
  );
}

/** Ways on from a page. */
export function Related({ items, words }: { items: readonly Way[]; words: Words }) {
  return (
    <section className={`wrap band pb-0 ${beside}`}>
      <h2 className="pb-4 text-h2 font-bold">{words.related}</h2>
      <Ways items={items} />
    </section>
  );
}

type Product = Pick<Content['products'][number], 'slug' | 'title' | 'color' | 'fit'> & { ways: readonly Way[] };

/** What the products answer that have no page of their own. */
export function OtherProducts({ items, words }: { items: readonly Product[]; words: Words }) {
  if (items.length === 0) return null;
  return (
    <section className="wrap pb-20">
      <h2 className="pb-8 text-h2 font-bold">{words.products}</h2>
      {items.map(({ slug, title, color, fit, ways }) => (
        <details key={slug} data-accent={color} className="border-t border-hairline">
          <summary className="py-4 text-lead font-semibold">{title}</summary>
          <FitAnswers fit={fit} words={words} />
          <Ways items={ways} />
        </details>
      ))}
    </section>
  );
}

/** Links under hairlines. */
export function Ways({ items }: { items: readonly Way[] }) {
  return (
    <ul>
      {items.map(({ to, name, text }) => (
        <li key={to} className="border-t border-hairline">
          <a href={to} className="way hover:text-lamp">
            <span className="font-display text-h3 font-bold">{name}</span>
            <span className="text-quiet">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
