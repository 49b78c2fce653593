import { FormField } from '../contact/form-field.tsx';
import { OutcomeMessage } from '../contact/outcome-message.tsx';
import type { Outcome } from '../contact/outcome.ts';
import { notify } from '../notifications.tsx';
import { InState, states } from './states.tsx';

const contents = {
  empty: { value: undefined, fault: undefined },
  filled: { value: 'What somebody typed', fault: undefined },
  refused: { value: 'not an address', fault: 'What is wrong with it' },
};

/** A field in each state; nothing on the site disables one yet. */
export function Fields() {
  const kinds = Object.entries(contents).flatMap(([kind, content]) =>
    Object.entries(states).map(([name, state]) => ({ name: `${kind}, ${name}`, state, ...content })),
  );
  return (
    <div className="specimen-fields">
      {kinds.map(({ name, state, ...content }) => (
        <InState key={name} state={state}>
          <FormField {...attributesOf(name)} {...content} />
        </InState>
      ))}
      <FormField {...attributesOf('several lines')} type="multi-line" value="One line and another" fault={undefined} />
      <fieldset disabled>
        <FormField {...attributesOf('disabled')} value="What somebody typed" fault={undefined} />
      </fieldset>
    </div>
  );
}

function attributesOf(name: string) {
  return { name: name.replaceAll(/\W+/g, '-'), words: { label: name, placeholder: 'A placeholder' }, maxLength: 200 };
}

const outcomes: Outcome[] = [
  { kind: 'sent' },
  { kind: 'refused', faults: { 'refused-rest': 'A first fault', 'refused-hover': 'A second fault' } },
  { kind: 'failed' },
  { kind: 'failed', reason: 'Why it failed' },
  { kind: 'failed', retryAfterSeconds: 90 },
];

export function Outcomes() {
  const outcomeWords = {
    success: { title: 'It worked', description: 'What comes next.' },
    failure: { title: 'It failed', description: 'What to do.' },
    limited: 'Too many: again {when}.',
    invalid: { title: 'Something is missing' },
  };
  return (
    <div className="max-w-(--measure) space-y-6">
      {outcomes.map((outcome) => (
        <OutcomeMessage
          key={JSON.stringify(outcome)}
          outcome={outcome}
          words={outcomeWords}
          focusRef={{ current: null }}
        />
      ))}
    </div>
  );
}

export function Notifications() {
  return (
    <div className="specimen-row">
      {(['success', 'destructive'] as const).map((tone) => (
        <button
          key={tone}
          type="button"
          className="button button-quiet"
          onClick={() => notify({ title: 'A title', description: 'A description', tone })}
        >
          Show {tone}
        </button>
      ))}
    </div>
  );
}
