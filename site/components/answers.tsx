import type { Content } from '../../content/kinds.ts';
import type { Fit, Questions as QuestionsOf, Related as RelatedTo } from '../../content/schema/answers.ts';
import { nameOfPlace, type Site } from '../routes.ts';

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

interface RelatedProps {
  title: string;
  items: RelatedTo;
  site: Site;
}

/** Ways on from a page, each with its reason. */
export function Related({ title, items, site }: RelatedProps) {
  return (
    <section className="wrap band beside pb-0">
      <h2 className="pb-4 text-h2 font-bold">{title}</h2>
      <Ways items={waysTo(items, site)} />
    </section>
  );
}

interface OtherProductsProps {
  items: Content['products'];
  site: Site;
}

/** What the products answer that have no page of their own. */
export function OtherProducts({ items, site }: OtherProductsProps) {
  const { answers } = site.words;
  if (items.length === 0) return null;
  return (
    <section className="wrap pb-20">
      <h2 className="text-h2 font-bold">{answers.products}</h2>
      <div className="mt-8">
        {items.map(({ slug, title, color, fit, related }) => (
          <details key={slug} id={slug} data-accent={color} className="opens">
            <summary className="text-lead font-semibold">{title}</summary>
            <FitAnswers fit={fit} words={answers.fit} />
            <Ways items={waysTo(related, site)} />
          </details>
        ))}
      </div>
    </section>
  );
}

function waysTo(related: RelatedTo, site: Site): WaysProps['items'] {
  return related.map(({ to, reason }) => ({ to, text: reason, name: nameOfPlace(site, to) }));
}

interface WaysProps {
  items: readonly { to: string; name: string; text: string }[];
}

/** Links under hairlines: where each leads, and why one would go there. */
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
