import {
  createEnquiryParser,
  enquiryFields,
  fieldNames,
  type EnquiryFields,
  type FieldName,
} from '../../enquiries/enquiry.ts';
import { FormField } from '../../site/contact/form-field.tsx';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayedForm } from '../shared/form.ts';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { isEnquiryId } from '../shared/return-path.ts';
import { replayWholeForm, sendStaffPage, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';

export const addEnquiryPath = '/enquiries/new';

/** Registers the page on which an enquiry is added by hand, also one that other mail tells of (`?mail=ID`). */
export function registerAddEnquiryRoutes({ get, post }: StaffRoutes): void {
  get(addEnquiryPath, async (request) => {
    const mailId = request.query.get('mail') ?? '';
    if (mailId === '') return sendStaffPage(request, <AddEnquiryPage values={{}} />);
    const { findOtherMail, proposeEnquiry } = request.office.enquiries;
    const mail = isEnquiryId(mailId) ? await findOtherMail(mailId) : null;
    if (mail === null) return sendError(request, 404);
    const { fields } = await proposeEnquiry(mail);
    // The mail itself is kept whole.
    const cut = (name: FieldName) => fields[name].slice(0, enquiryFields[name].maxLength).toWellFormed();
    const values = Object.fromEntries(fieldNames.map((name) => [name, cut(name)]));
    return sendStaffPage(request, <AddEnquiryPage values={values} mailId={mailId} />);
  });
  // A message of the maximum length in any alphabet.
  post(addEnquiryPath, handleAddEnquiry, replayWholeForm, { bodyLimit: 256 * 1024 });
}

async function handleAddEnquiry(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const values = Object.fromEntries(fieldNames.map((name) => [name, form.get(name) ?? '']));
  const mailId = form.get('mail') || undefined;
  const page = (errors?: Record<string, string>) => (
    <AddEnquiryPage values={values} errors={errors} mailId={mailId} isMine={form.has('mine')} />
  );
  if (isReplayedForm(form)) return sendStaffPage(request, page(), { notice: createProblemNotice(unsavedMessage) });
  const parsed = parseEnquiry(values);
  if (!parsed.ok)
    return sendStaffPage(request, page(parsed.fieldErrors), {
      status: 422,
      notice: createProblemNotice(unsavedMessage),
    });
  const assignee = form.has('mine') ? session.person : null;
  const id = await office.enquiries.addEnquiry({ fields: parsed.enquiry, actor: session.person, assignee, mailId });
  return id === null ? sendError(request, 404) : redirectWithNotice(reply, `/enquiries/${id}`, 'add-enquiry');
}

const unsavedMessage = 'Nothing is saved yet: look at what is below, and save it.';

const formatLabels = (format: (label: string) => string) =>
  Object.fromEntries(
    fieldNames.map((name) => [name, format(enquiryFields[name].label.toLowerCase())]),
  ) as EnquiryFields;

const parseEnquiry = createEnquiryParser({
  names: formatLabels((label) => `the ${label}`),
  missing: formatLabels((label) => `Fill in the ${label}.`),
  emailFormat: 'Write an address like name@example.com.',
  tooLong: 'Shorten {field} to {limit} characters or fewer.',
  notText: 'Write {field} as text.',
  unknown: 'The form has no such field.',
});

interface AddEnquiryPageProps {
  values: Partial<EnquiryFields>;
  /** One sentence for each invalid field. */
  errors?: Readonly<Record<string, string>> | undefined;
  mailId?: string | undefined;
  isMine?: boolean;
}

/** Renders the form with the fields of the site's own. */
export function AddEnquiryPage({ values, errors, mailId, isMine }: AddEnquiryPageProps) {
  return (
    <OfficePage
      title="Add an enquiry"
      lead={`${mailId === undefined ? 'For who called or wrote elsewhere.' : 'Look whose it is: anybody can write such a mail.'} They get no mail until you write to them, and what you note here is never quoted to them.`}
    >
      <form method="post" action={addEnquiryPath} className="grid max-w-(--measure) gap-4">
        {mailId === undefined ? null : <HiddenFields fields={{ mail: mailId }} />}
        {fieldNames.map((name) => (
          <FormField
            key={name}
            {...enquiryFields[name]}
            name={name}
            required={enquiryFields[name].isRequired}
            placeholder=""
            value={values[name]}
            error={errors?.[name]}
            hint={undefined}
            errorPrefix="Problem:"
            acceptLabel=""
            acceptReplacement={() => {}}
          />
        ))}
        <label className="target gap-x-3">
          <input type="checkbox" name="mine" defaultChecked={isMine} className="size-5 accent-lamp" /> Assign it to me
        </label>
        <SubmitButton className="button button-primary justify-self-start">Save the enquiry</SubmitButton>
      </form>
    </OfficePage>
  );
}
