import { Foreign, ForeignList } from '../parts/foreign-text.tsx';
import { counted } from '../parts/notices.tsx';
import { OfficePage } from '../parts/office-page.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ChangedFields, TwoTexts } from './differences.tsx';
import type { ChangedFile } from './names.ts';

/** A field with two texts, of which one is to be chosen. */
interface Choice {
  /** Whether another person or the release has the other text. */
  kind: 'person' | 'release';
  /** The name of the form's field. */
  key: string;
  title: string;
  texts: readonly [ours: string, theirs: string];
  isTheirs: boolean;
}

interface PublishPageProps {
  /** The publication that is live. */
  on: number;
  changed: readonly ChangedFile[];
  drafts: readonly { file: string; title: string; seen: string; isIn: boolean }[];
  choices: readonly Choice[];
  faults: readonly { address: string; text: string }[];
  /** What does not change before the next release. */
  later: readonly string[];
  reason: string;
}

/** All that a publication changes, and the one line that says why. */
export function PublishPage(props: PublishPageProps) {
  const { on, changed, drafts, choices, faults, later, reason } = props;
  const isEmpty = drafts.length === 0 && choices.length === 0;
  return (
    <OfficePage
      title="Publish"
      lead={
        isEmpty
          ? 'You have changed nothing that is not published.'
          : 'This is what visitors will read instead. Nothing is published before you press the button below.'
      }
      here="/words"
    >
      {isEmpty ? (
        <a href="/words/edit" className="button button-primary">
          Edit the words
        </a>
      ) : (
        <form method="post" action="/words/publish" className="grid max-w-text gap-7">
          <input type="hidden" name="on" value={on} />
          {faults.length > 0 ? <Faults faults={faults} /> : null}
          {choices.map((choice) => (
            <Chosen key={choice.key} choice={choice} />
          ))}
          <Changes changed={changed} drafts={drafts} />
          {later.length > 0 ? <Later later={later} /> : null}
          <TextField
            name="reason"
            label="Why, in one line"
            hint="For everybody who looks at the versions later."
            maxLength={200}
            defaultValue={reason}
          />
          <div className="row">
            <button type="submit" className="button button-primary">
              Publish now
            </button>
            <button type="submit" name="act" value="look" className="button">
              Show the changes again
            </button>
            <a href="/words/edit" className="button">
              Go on editing
            </a>
          </div>
        </form>
      )}
    </OfficePage>
  );
}

function Faults({ faults }: Pick<PublishPageProps, 'faults'>) {
  return (
    <div role="alert" className="notice is-problem mb-0">
      <h2>{counted(faults.length, 'field is', 'fields are')} not right yet</h2>
      <ul className="mt-[0.4rem] grid gap-[0.3rem]">
        {faults.map(({ address, text }) => (
          <li key={`${address} ${text}`}>
            <a href={address} className="link target inline-flex">
              <Foreign text={text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const sides = {
  person: {
    what: ': two people’s texts',
    why: 'Somebody has published another text since you began. Choose one.',
    names: ['Your text', 'What is published'],
  },
  release: {
    what: ': a text of the release',
    why: 'The newest release of the site brought another text. The office’s text stays unless you choose the other.',
    names: ['The office’s text', 'The release’s text'],
  },
} as const;

/** Both texts side by side: what the person has, or the office, is chosen already. */
function Chosen({ choice: { kind, key, title, texts, isTheirs } }: { choice: Choice }) {
  const { what, why, names } = sides[kind];
  const labels = names.map((name, index) => (
    <label key={name} className="target gap-3 font-semibold">
      <input type="radio" name={key} value={index === 0 ? 'ours' : 'theirs'} defaultChecked={isTheirs === index > 0} />
      {name}
    </label>
  ));
  return (
    <fieldset className="notice is-problem mb-0">
      <legend className="float-left w-full">
        <h2>
          <Foreign text={title} />
          {what}
        </h2>
      </legend>
      <p className="clear-both text-quiet">{why}</p>
      <TwoTexts labels={labels} texts={texts} />
    </fieldset>
  );
}

function Changes({ changed, drafts }: Pick<PublishPageProps, 'changed' | 'drafts'>) {
  if (drafts.length === 0) return null;
  return (
    <fieldset className="grid gap-7">
      <legend className="float-left">
        <h2>Your drafts</h2>
      </legend>
      {drafts.map(({ file, title, seen, isIn }) => {
        const { fields = [] } = changed.find((one) => one.file === file) ?? {};
        return (
          <section key={file} className="clear-both">
            <h3>
              <Foreign text={title} />
            </h3>
            <input type="hidden" name="seen" value={seen} />
            <label className="target gap-3">
              <input type="checkbox" name="file" value={file} defaultChecked={isIn} />
              <span>
                Publish this
                <span className="sr-only">
                  : <Foreign text={title} />
                </span>
              </span>
            </label>
            {isIn ? null : <p className="text-quiet">Left out: your draft stays as it is.</p>}
            {isIn && fields.length === 0 ? <p className="text-quiet">The site says this already.</p> : null}
            <ChangedFields fields={fields} />
          </section>
        );
      })}
    </fieldset>
  );
}

function Later({ later }: Pick<PublishPageProps, 'later'>) {
  return (
    <section>
      <h2>Not before the next release</h2>
      <ForeignList texts={later} />
    </section>
  );
}
