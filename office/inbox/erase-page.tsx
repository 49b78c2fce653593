import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { Foreign } from '../parts/foreign-text.tsx';
import { counted } from '../parts/notices.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { RemarkField } from './act-forms.tsx';
import { type Found, FoundList } from './found.tsx';

interface ErasePageProps extends Found {
  of: Erased;
}

/**
 * One enquiry, all of a person, or those that were chosen in a list: each as it was chosen, `ID:VERSION`, and the address of the list.
 */
export type Erased = { enquiry: StoredEnquiry } | { email: string } | { several: readonly string[]; back: string };

/** Asks before anything is erased, and says what goes and what does not. */
export function ErasePage({ of, found, count }: ErasePageProps) {
  const title = titleOf(of, count);
  return (
    <OfficePage title={title}>
      <header className="page-header">
        <h1>{title}</h1>
        {'email' in of ? (
          <p>
            Everything that came from <Foreign text={of.email} />
          </p>
        ) : null}
      </header>
      {count === 0 ? (
        <p>There is nothing to erase here any more.</p>
      ) : (
        <>
          <FoundList found={found} count={count} />
          <h2>What goes</h2>
          <p className={paragraph}>
            The words, the name, the address, every note and act, and what is still to be sent. It goes at once and for
            good: nobody can bring it back.
          </p>
          <h2>What stays</h2>
          <p className={paragraph}>
            Mails that are in your mailbox, and what an export or a connected program has taken elsewhere: delete these
            there. The history keeps that you erased, and how many, but nothing of what they said.
          </p>
        </>
      )}
      <Question of={of} count={count} />
    </OfficePage>
  );
}

const paragraph = 'mt-[0.3rem] mb-5 max-w-(--measure)';

function titleOf(of: Erased, count: number): string {
  if ('enquiry' in of) return 'Erase this enquiry?';
  if ('email' in of) return 'Erase this person?';
  return `Erase ${counted(count)}?`;
}

function Question({ of, count }: Pick<ErasePageProps, 'of' | 'count'>) {
  const { action, fields, back } = answersTo(of);
  return (
    <form method="post" action={action}>
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {count > 0 ? (
        <RemarkField hint="It stays in the history when all else is gone: name nobody." className="max-w-(--measure)" />
      ) : null}
      <div className="row mt-7">
        {count > 0 ? (
          <button type="submit" className="button is-grave">
            Erase {counted(count)} for good
          </button>
        ) : null}
        <a href={back} className="button">
          {count > 1 ? 'Keep them' : count === 1 ? 'Keep it' : 'Back'}
        </a>
      </div>
    </form>
  );
}

/** Where a yes is sent, with what, and where a no leads. */
function answersTo(of: Erased): { action: string; fields: [name: string, value: string | number][]; back: string } {
  if ('enquiry' in of) {
    const page = `/enquiries/${of.enquiry.id}`;
    return { action: `${page}/erase`, fields: [['seen', of.enquiry.version]], back: page };
  }
  if ('email' in of) {
    const back = `/search?${new URLSearchParams({ words: of.email }).toString()}`;
    return { action: '/erase', fields: [['email', of.email]], back };
  }
  const { several, back } = of;
  const chosen = several.map((one): [string, string] => ['chosen', one]);
  return { action: '/acts', fields: [...chosen, ['act', 'erase'], ['confirmed', 'yes'], ['back', back]], back };
}
