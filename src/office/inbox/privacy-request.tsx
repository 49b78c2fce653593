import type { StoredEnquiry } from '../../enquiries/model.ts';
import { describePrivacyRequest, privacyRequestKinds } from '../../enquiries/privacy-request.ts';
import { SelectField, toOptions } from '../shared/fields.tsx';
import { usePageContext } from '../shared/page-context.ts';
import { HiddenFields } from '../shared/post-button.tsx';
import { ActionButton } from './action-forms.tsx';

interface PrivacyRequestProps {
  enquiry: StoredEnquiry;
}

/** Renders what is asked under data protection law, and until when. Closing the enquiry does not settle it. */
export function PrivacyRequestLabel({ enquiry: { privacyRequest } }: PrivacyRequestProps) {
  const { now, content } = usePageContext();
  if (privacyRequest === null) return null;
  const text = describePrivacyRequest(privacyRequest, now, content.office.timeZone);
  return <span className={`font-medium ${privacyRequest.dueAt > now ? 'text-lamp' : 'text-balloon'}`}>{text} </span>;
}

/** Renders the choice of what is asked, and the button that settles it. */
export function PrivacyRequestForm({ enquiry: { id, version, privacyRequest } }: PrivacyRequestProps) {
  const options = toOptions(['none', ...privacyRequestKinds]);
  return (
    <details open={privacyRequest !== null} className="print:hidden">
      <summary>Data protection</summary>
      <form method="post" className="row gap-y-[0.4rem]">
        <HiddenFields fields={{ seen: version }} />
        <SelectField
          name="kind"
          label="They ask for"
          // Equal Access sees no label in a closed `details`.
          aria-label="They ask for"
          options={options}
          defaultValue={privacyRequest?.kind}
        />
        <ActionButton enquiryId={id} action="label privacy request" />
        {privacyRequest === null ? null : <ActionButton enquiryId={id} action="settle privacy request" />}
      </form>
    </details>
  );
}
