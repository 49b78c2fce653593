import type { ActionName } from '../../enquiries/change.ts';
import type { StoredEnquiry, StoredReply } from '../../enquiries/model.ts';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayedForm } from '../shared/form.ts';
import { type StaffRequest, type StaffRoutes, replayWholeForm } from '../shared/staff-request.ts';
import { replyUploads } from '../shared/uploads.ts';
import type { Notice } from '../shared/page-context.ts';
import { createProblemNotice } from '../shared/notices.tsx';
import { addDoneQuery } from '../shared/return-path.ts';
import { performAction, readActionNote, parseVersion } from './perform-action.ts';
import { replyRefusalMessages, insertReplyTemplate } from './reply-templates.ts';
import {
  actionNames,
  officeActions,
  parseAction,
  formatActionSlug,
  readCopyAddresses,
  type OfficeActionDefinition,
} from './office-actions.ts';
import { sendEnquiryPage } from './enquiry.tsx';
import { findRequestedEnquiry } from './find-requested.ts';
import { keepUnsentFiles } from './unsent-files.tsx';

/** Bytes: a reply of twice the maximum length, in any alphabet, is still returned whole. */
const replyLimits = { bodyLimit: 256 * 1024, takesFiles: replyUploads };

/** Registers POST /enquiries/ID/ACTION, and `saved-reply`, which inserts a saved text. */
export function registerEnquiryActions({ post }: StaffRoutes): void {
  for (const name of actionNames.filter((one) => one !== 'undo reply'))
    post(
      `/enquiries/:id/${formatActionSlug(name)}`,
      (request) => handleAction(request, name),
      replayWholeForm,
      name === 'reply' ? replyLimits : {},
    );
  post('/enquiries/:id/undo-reply', handleUndo, undefined, replyLimits);
  post('/enquiries/:id/saved-reply', handleSavedReply, replayWholeForm, replyLimits);
}

async function handleAction(request: StaffRequest, name: ActionName) {
  const { form, reply } = request;
  const { notice, fieldName }: Pick<OfficeActionDefinition, 'notice' | 'fieldName'> = officeActions[name];
  const enquiry = await findRequestedEnquiry(request);
  if (enquiry === null) return sendError(request, 404);
  const unsavedTexts = {
    note: form.get('note') ?? undefined,
    reply: form.get('text') ?? undefined,
    copyTo: form.has('copyTo') ? readCopyAddresses(form) : undefined,
    remind: form.get('remind') ?? undefined,
    address: form.get('email') ?? undefined,
    remark: readActionNote(form),
  };
  const showAgain = async (status: number, problem: Notice, before = enquiry) => {
    const shown = await followMerge(request, before);
    if (name === 'reply') await keepUnsentFiles(request, shown.id);
    return sendEnquiryPage(request, shown, { status, notice: { ...problem, fieldName }, ...unsavedTexts });
  };

  if (isReplayedForm(form))
    return showAgain(
      200,
      createProblemNotice(form.get('files') ? `${replayedMessage} ${chooseAgain}` : replayedMessage),
    );
  const expectedVersion = parseVersion(form.get('seen'));
  if (expectedVersion === null) return sendError(request, 400);
  const action = await parseAction(name, request, enquiry);
  if (typeof action === 'string') return showAgain(422, createProblemNotice(action));
  const result = await performAction(request, { id: enquiry.id, expectedVersion }, action);
  switch (result.outcome) {
    case 'done': {
      const shownId = action.action === 'merge' ? action.into : enquiry.id;
      // Without a fragment of its own, the page would be scrolled to that of the form.
      return reply.redirect(`${addDoneQuery(`/enquiries/${shownId}`, formatActionSlug(name))}#notice`, 303);
    }
    case 'unknown':
      return sendError(request, 404);
    case 'already':
      return showAgain(200, { kind: 'done', text: `${notice} already.`, details: result.unseenEvents }, result.enquiry);
    case 'conflict':
    case 'invalid':
      return showAgain(409, createProblemNotice(problemMessages[result.outcome], result.unseenEvents), result.enquiry);
    default:
      return showAgain(
        result.outcome === 'limited' ? 429 : 422,
        createProblemNotice(replyRefusalMessages[result.outcome]),
      );
  }
}

/** Takes a reply back, and returns its text to the form. */
async function handleUndo(request: StaffRequest) {
  const { office, session, form } = request;
  const { enquiries } = office;
  const { notice, fieldName } = officeActions['undo reply'];
  const requested = await findRequestedEnquiry(request);
  if (requested === null) return sendError(request, 404);
  const before = await followMerge(request, requested);
  const replyId = form.get('reply') ?? '';
  // Whatever others have done meanwhile.
  await enquiries.applyAction(before.id, { action: 'undo reply', replyId }, { actor: session.person });
  const [enquiry] = await enquiries.find({ id: before.id });
  if (enquiry === undefined) return sendError(request, 404);
  const kept = enquiry.replies.find(({ id }) => id === replyId);
  if (kept !== undefined)
    return sendEnquiryPage(request, enquiry, { status: 409, notice: createProblemNotice(explainKept(kept)) });
  // Pressed twice, it is undone, and the form alone has the text.
  const undone = before.replies.find(({ id }) => id === replyId);
  const reply = undone?.text ?? form.get('text') ?? undefined;
  const copyTo = undone ? undone.recipients.map(({ address }) => address).join(', ') : readCopyAddresses(form);
  return sendEnquiryPage(request, enquiry, {
    notice: { kind: 'done', text: `${notice}.`, fieldName },
    reply,
    copyTo,
  });
}

/** Returns the reason why a reply could not be taken back. */
function explainKept({ delivery: { state, isLeased, recipientStates } }: StoredReply): string {
  if (isLeased) return 'It is being sent at this moment. Look in a minute what became of it.';
  const isSent = state === 'delivered' || Object.values(recipientStates).some((one) => one.state === 'delivered');
  return isSent ? 'It is sent already.' : 'It was being sent, or may have been sent before. Look what became of it.';
}

/** Resolves to an enquiry, or to that into which it was merged. */
async function followMerge({ office }: StaffRequest, enquiry: StoredEnquiry): Promise<StoredEnquiry> {
  const [target = enquiry] = await office.enquiries.find({ id: enquiry.mergedInto ?? '' });
  return target;
}

async function handleSavedReply(request: StaffRequest) {
  const { office, session, form } = request;
  const content = office.getContent();
  const enquiry = await findRequestedEnquiry(request);
  if (enquiry === null) return sendError(request, 404);
  await keepUnsentFiles(request, enquiry.id);
  const details = [request.upload.problem ?? []].flat();
  const unsaved = { remind: form.get('remind') ?? undefined, copyTo: readCopyAddresses(form) };
  const unsavedText = form.get('text') ?? '';
  const [{ saved }, typed] = [content.office.answer, form.get('saved') ?? ''];
  const savedReply = saved.find(({ title }) => title === typed) ?? saved.find(({ title }) => title.includes(typed));
  const fieldName = 'text';
  if (savedReply === undefined) {
    const notice = { ...createProblemNotice('No saved reply is called that. Choose one of the list.'), fieldName };
    return sendEnquiryPage(request, enquiry, { status: 422, notice, reply: unsavedText, ...unsaved });
  }
  return sendEnquiryPage(request, enquiry, {
    ...unsaved,
    notice: {
      kind: 'done',
      text: `“${savedReply.title}” is in your reply below. Nothing is sent yet.`,
      fieldName,
      details,
    },
    reply: insertReplyTemplate(unsavedText, savedReply.text, content, { ...enquiry, person: session.personName }),
  });
}

const chooseAgain = 'Choose the files again.';
const replayedMessage = 'You are signed in again. Nothing is done yet: what you typed is below.';
const problemMessages = {
  conflict: 'Nothing is changed or sent yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
