import type { Content } from '../../content/content-models.ts';
import type { FitCriteria, BuyerQuestions as Asked } from '../../content/schema/answers.ts';

type AnswerTexts = Content['answers'];
/** A related link: its target, the name of that page or section, and the reason to follow it. */
export type RelatedLink = Readonly<Record<'to' | 'name' | 'text', string>>;

/** Wrapped lines are indented past the triangle. */
const summaryClass = 'ml-[1.2em] list-outside py-4 text-lead font-semibold';

const fitKeys = ['worksWith', 'notFor', 'bring', 'afterTwoWeeks'] as const;

/** Criteria for whether a service or product fits. */
function FitAnswers({ fit, texts }: { fit: FitCriteria; texts: AnswerTexts }) {
  return (
    <dl className="fit">
      {fitKeys.map((part) =>
        fit[part] ? (
          <div key={part} className={part === 'notFor' ? 'parted' : undefined}>
            <dt className="mb-2 font-display text-h3 font-bold">{texts.fit[part]}</dt>
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

/** Section with the criteria for whether a service or product fits. */
export function FitSection({ fit, texts }: { fit: FitCriteria; texts: AnswerTexts }) {
  return (
    <section className="wrap band pb-0">
      <h2 className="pb-8 text-h2 font-bold">{texts.fit.title}</h2>
      <FitAnswers fit={fit} texts={texts} />
    </section>
  );
}

interface QuestionsProps {
  id?: string;
  questions: Asked;
  texts: AnswerTexts;
  path: string;
}

/** Questions that open without scripts and to find-in-page. The page of general questions does not link to itself. */
export function QuestionsSection({ id = 'questions', questions, texts, path }: QuestionsProps) {
  const { name, text, to } = texts.general;
  return (
    <section id={id} className="wrap band pb-0">
      <h2 className="pb-6 text-h2 font-bold">{texts.questions}</h2>
      <div className="grid items-start gap-x-8 *:border-t *:border-hairline md:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary className={summaryClass}>{question}</summary>
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
  fit: FitCriteria;
  relatedLinks: readonly RelatedLink[];
  texts: AnswerTexts;
}

/** Fit criteria and related links of a product without a detail page. */
export function ProductFitDisclosure({ fit, relatedLinks, texts }: FitDetailsProps) {
  return (
    <details className="mt-6 w-full border-y border-hairline">
      <summary className={summaryClass}>{texts.fit.title}</summary>
      <FitAnswers fit={fit} texts={texts} />
      <RelatedLinks items={relatedLinks} look="mt-8" />
    </details>
  );
}

/** Related links under hairlines, each with its reason beside it where the width allows. */
export function RelatedLinks({ items, look }: { items: readonly RelatedLink[]; look?: string }) {
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
