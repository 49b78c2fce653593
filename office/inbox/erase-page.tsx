import { visibleText } from '../../enquiries/core/invisible-characters.ts';
import { counted } from '../parts/notices.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { type FormFields, HiddenFields } from '../parts/post-button.tsx';
import { RemarkField } from './act-forms.tsx';
import { type Found, FoundList } from './found.tsx';

interface ErasePageProps extends Found {
  of: Erased;
}

/** All of a person, or some: each as it was chosen, `ID:VERSION`, and the address of the page where that was. */
export type Erased = { email: string } | { several: readonly string[]; back: string };

/** Asks before anything is erased, and says what goes and what does not. */
export function ErasePage({ of, found, count }: ErasePageProps) {
  return (
    <OfficePage
      title={'email' in of ? 'Erase this person?' : `Erase ${counted(count)}?`}
      lead={'email' in of ? `Everything that came from ${visibleText(of.email)}` : undefined}
    >
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

function Question({ of, count }: Pick<ErasePageProps, 'of' | 'count'>) {
  const { action, fields, back } = answersTo(of);
  return (
    <form method="post" action={action}>
      <HiddenFields fields={fields} />
      {count > 0 ? <RemarkField hint="It stays in the history when all else is gone: name nobody." /> : null}
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
function answersTo(of: Erased): { action: string; fields: FormFields; back: string } {
  if ('several' in of) {
    const { several, back } = of;
    return { action: '/acts', fields: { chosen: several, act: 'erase', confirmed: 'yes', back }, back };
  }
  const { email } = of;
  return { action: '/erase', fields: { email }, back: `/search?${new URLSearchParams({ words: email }).toString()}` };
}
