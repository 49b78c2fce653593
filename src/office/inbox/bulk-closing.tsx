import type { FastifyReply } from 'fastify';
import { isAnswer, type StoredEnquiry } from '../../enquiries/model.ts';
import { pluralise } from '../../text/format-text.ts';
import { UserText } from '../shared/user-text.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, type FormFields, PostButton } from '../shared/post-button.tsx';
import { sendStaffPage, type StaffRequest } from '../shared/staff-request.ts';
import { AffectedEnquiriesList, maxListedEnquiries } from './affected-enquiries.tsx';
import { officeActions } from './office-actions.ts';
import type { EnquiryVersion } from './perform-action.ts';

/**
 * Asks before several enquiries are closed of which some were never answered, or mail to them comes back. Resolves to
 * null if there is no need to ask, or a person has confirmed it.
 */
export async function askBeforeClosing(
  request: StaffRequest,
  selection: readonly EnquiryVersion[],
  returnPath: string,
): Promise<FastifyReply | null> {
  const { form, office } = request;
  if (selection.length < 2 || form.get('confirmed') === 'yes') return null;
  const found = await office.enquiries.find({ ids: selection.map(({ id }) => id) });
  const open = found.filter(({ status }) => status === 'open');
  const returned = open.filter(({ emailProblem }) => emailProblem !== null);
  const unanswered = open.filter((one) => !returned.includes(one) && !one.messages.some(isAnswer));
  if (returned.length + unanswered.length === 0) return null;
  const doubtfulIds = new Set([...returned, ...unanswered].map(({ id }) => id));
  const format = ({ id, expectedVersion }: EnquiryVersion) => `${id}:${expectedVersion}`;
  const page = (
    <CloseConfirmationPage
      {...{ returned, unanswered, returnPath, reason: form.get('reason') ?? '' }}
      chosen={selection.map(format)}
      others={selection.filter(({ id }) => !doubtfulIds.has(id)).map(format)}
    />
  );
  return sendStaffPage(request, page, { url: returnPath });
}

interface CloseConfirmationProps {
  /** Enquiries whose mail comes back. */
  returned: readonly StoredEnquiry[];
  unanswered: readonly StoredEnquiry[];
  /** All of the chosen ones with their versions, and those of which nothing is to be asked. */
  chosen: readonly string[];
  others: readonly string[];
  reason: string;
  returnPath: string;
}

/** Renders the confirmation before closing several, with the names of those that have no answer. */
export function CloseConfirmationPage(props: CloseConfirmationProps) {
  const { returned, unanswered, chosen, others, reason, returnPath } = props;
  const fields: FormFields = { action: 'close', confirmed: 'yes', reason, back: returnPath };
  return (
    <OfficePage
      title={`Close ${pluralise(chosen.length)}?`}
      lead={reason === '' ? undefined : <UserText text={`Reason: ${reason}`} />}
    >
      <Doubtful title="Never answered from here" enquiries={unanswered} />
      <Doubtful title="Mail to them comes back" enquiries={returned} />
      <div className="row">
        <PostButton action="/actions" fields={{ ...fields, chosen }} className="button button-primary">
          Close all {chosen.length.toLocaleString('en-GB')}
        </PostButton>
        {others.length === 0 ? null : (
          <PostButton action="/actions" fields={{ ...fields, chosen: others }}>
            Close only the other {others.length.toLocaleString('en-GB')}
          </PostButton>
        )}
        <ButtonLink to={returnPath}>Keep them open</ButtonLink>
      </div>
    </OfficePage>
  );
}

function Doubtful({ title, enquiries }: { title: string; enquiries: readonly StoredEnquiry[] }) {
  if (enquiries.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2">{title}</h2>
      <AffectedEnquiriesList enquiries={enquiries.slice(0, maxListedEnquiries)} count={enquiries.length} />
    </section>
  );
}

/** Resolves to the enquiries, with their versions, that the person has closed together, as the URL says; else to none. */
export async function listClosedTogether({ office, session, query }: StaffRequest): Promise<readonly string[]> {
  const [since, count] = [Number(query.get('since')), Number(query.get('count'))];
  if (query.get('done') !== 'close' || !(since > 0)) return [];
  const events = await office.enquiries.listEvents({ limit: maxEventsSince });
  const own = events.filter(({ action, actor, at }) => {
    return action === 'close' && actor === session.person && at.getTime() >= since;
  });
  return own.slice(-count).map(({ enquiryId, version }) => `${enquiryId}:${version}`);
}

/** Events among which those of the last closing are looked for: everybody's, since they were closed. */
const maxEventsSince = 500;

/** Renders the button that reopens what was closed together. */
export function ReopenButton({ chosen, returnPath }: { chosen: readonly string[]; returnPath: string }) {
  return chosen.length === 0 ? null : (
    <PostButton action="/actions" fields={{ action: 'reopen', chosen, back: returnPath }}>
      {officeActions.reopen.label}
    </PostButton>
  );
}
