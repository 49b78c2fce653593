import type { Content } from '../../content/kinds.ts';
import type { Fit, Questions as QuestionsOf } from '../../content/schema/answers.ts';

type Words = Content['answers'];

interface FitAnswersProps {
  fit: Fit;
  words: Words['fit'];
}

const parts = ['worksWith', 'notFor', 'bring', 'afterTwoWeeks', 'whenWeLeave'] as const;

/** Whether something fits, and under one deck what happens in time: before, after two weeks, afterwards. */
export function FitAnswers({ fit, words }: FitAnswersProps) {
  return (
    <dl className="fit">
      {parts.map((part) =>
        fit[part] ? (
          <div key={part}>
            <dt className="font-display text-h3 font-bold">{words[part]}</dt>
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

export function FitSection({ fit, words }: FitAnswersProps) {
  return (
    <section className="wrap band pb-0">
      <h2 className="text-h2 font-bold">{words.title}</h2>
      <div className="mt-8">
        <FitAnswers fit={fit} words={words} />
      </div>
    </section>
  );
}

interface QuestionsProps {
  items: QuestionsOf;
  words: Words['questions'];
  /** The page that asks them: those about every project are not sent to themselves. */
  path: string;
}

/** Questions that open without scripts, and to a search within the page. */
export function Questions({ items, words: { title, general }, path }: QuestionsProps) {
  return (
    <section id="questions" className="wrap band beside pb-0">
      <h2 className="pb-4 text-h2 font-bold">{title}</h2>
      <div>
        {items.map(({ question, answer }) => (
          <details key={question} className="opens">
            <summary className="text-lead font-semibold">{question}</summary>
            <p className="pb-6 text-quiet">{answer}</p>
          </details>
        ))}
        {general.to.startsWith(`${path}#`) ? null : <Ways items={[general]} />}
      </div>
    </section>
  );
}

interface RelatedProps extends WaysProps {
  title: string;
}

/** Ways on from a page. */
export function Related({ title, items }: RelatedProps) {
  return (
    <section className="wrap band beside pb-0">
      <h2 className="pb-4 text-h2 font-bold">{title}</h2>
      <Ways items={items} />
    </section>
  );
}

interface OtherProductsProps {
  items: readonly (Pick<Content['products'][number], 'slug' | 'title' | 'color' | 'fit'> & {
    ways: WaysProps['items'];
  })[];
  words: Words;
}

/** What the products answer that have no page of their own. */
export function OtherProducts({ items, words }: OtherProductsProps) {
  if (items.length === 0) return null;
  return (
    <section className="wrap pb-20">
      <h2 className="text-h2 font-bold">{words.products}</h2>
      <div className="mt-8">
        {items.map(({ slug, title, color, fit, ways }) => (
          <details key={slug} id={slug} data-accent={color} className="opens">
            <summary className="text-lead font-semibold">{title}</summary>
            <FitAnswers fit={fit} words={words.fit} />
            <Ways items={ways} />
          </details>
        ))}
      </div>
    </section>
  );
}

interface WaysProps {
  items: readonly { to: string; name: string; text: string }[];
}

/** Links under hairlines: where each leads, and the reason to go there. */
export function Ways({ items }: WaysProps) {
  return (
    <ul>
      {items.map(({ to, name, text }) => (
        <li key={to} className="border-t border-hairline">
          <a href={to} className="beside py-5">
            <span className="font-display text-h3 font-bold">{name}</span>
            <span className="text-quiet">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
