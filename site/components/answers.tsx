import type { Content } from '../../content/content-types.ts';
import type { Fit, Questions as Asked } from '../../content/schema/answers.ts';

type Words = Content['answers'];
/** A related link: its target, the name of that page or section, and the reason to follow it. */
export type Way = Readonly<Record<'to' | 'name' | 'text', string>>;

/** Wrapped lines are indented past the triangle. */
const openedBy = 'ml-[1.2em] list-outside py-4 text-lead font-semibold';

const parts = ['worksWith', 'notFor', 'bring', 'afterTwoWeeks'] as const;

/** Criteria for whether a service or product fits. */
function FitAnswers({ fit, words }: { fit: Fit; words: Words }) {
  return (
    <dl className="fit">
      {parts.map((part) =>
        fit[part] ? (
          <div key={part} className={part === 'notFor' ? 'parted' : undefined}>
            <dt className="mb-2 font-display text-h3 font-bold">{words.fit[part]}</dt>
            {[fit[part]].flat().map((text) => (
              <dd key={text} className="py-1 text-quiet">
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

interface QuestionsProps {
  questions: Asked;
  words: Words;
  path: string;
}

/** Questions that open without scripts and to find-in-page. The page of general questions does not link to itself. */
export function Questions({ questions, words, path }: QuestionsProps) {
  const { name, text, to } = words.general;
  return (
    <section id="questions" className="wrap band pb-0">
      <h2 className="pb-6 text-h2 font-bold">{words.questions}</h2>
      <div className="grid items-start gap-x-8 *:border-t *:border-hairline md:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary className={openedBy}>{question}</summary>
            <p className="pb-6 pl-[calc(1.2*var(--text-lead))] text-quiet">{answer}</p>
          </details>
        ))}
        {to.startsWith(`${path}#`) ? null : (
          <a href={to} className="block py-4 hover:text-lamp md:odd:col-span-2">
            <span className="onward block text-lead font-semibold">{name}</span>{' '}
            <span className="text-quiet">{text}</span>
          </a>
        )}
      </div>
    </section>
  );
}

interface FitDetailsProps {
  fit: Fit;
  ways: readonly Way[];
  words: Words;
}

/** Fit criteria and related links of a product without a detail page. */
export function FitDetails({ fit, ways, words }: FitDetailsProps) {
  return (
    <details className="mt-6 w-full border-y border-hairline">
      <summary className={openedBy}>{words.fit.title}</summary>
      <FitAnswers fit={fit} words={words} />
      <Ways items={ways} look="mt-8" />
    </details>
  );
}

/** Related links under hairlines, each with its reason beside it where the width allows. */
export function Ways({ items, look }: { items: readonly Way[]; look?: string }) {
  return (
    <ul className={look}>
      {items.map(({ to, name, text }) => (
        <li key={to} className="border-t border-hairline">
          <a href={to} className="flex flex-wrap items-baseline gap-x-8 gap-y-2 py-5 hover:text-lamp">
            <span className="onward flex-1 basis-64 font-display text-h3 font-bold text-balance">{name}</span>
            <span className="flex-1 basis-64 text-quiet">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
