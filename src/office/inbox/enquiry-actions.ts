import type { StoredEnquiry, StoredReply } from '../../enquiries/model.ts';
import { sendError } from '../shared/error-responses.tsx';
import { isReplayed } from '../shared/form.ts';
import { type StaffRequest, type StaffRoutes, replayWholeForm } from '../shared/staff-request.ts';
import { answerUploads } from '../shared/uploads.ts';
import type { Notice } from '../shared/page-context.ts';
import { doneMessages, createProblemNotice } from '../shared/notices.tsx';
import { addDoneQuery } from '../shared/return-path.ts';
import { performAction, readRemark, parseVersion } from './perform-action.ts';
import { replyFaultMessages, insertReplyTemplate } from './reply-templates.ts';
import { type FormActionName, formActionNames, parseReply, actionParsers } from './parse-actions.ts';
import { showEnquiry } from './enquiry.tsx';
import { findRequestedEnquiry } from './find-requested.ts';

/** Bytes: a reply of twice the maximum length, in any alphabet, is still returned whole. */
const replyLimits = { bodyLimit: 256 * 1024, takesFiles: answerUploads };

/** Registers POST /enquiries/ID/ACTION; `reply` sends a reply, `undo` takes it back, `saved-reply` inserts a saved text. */
export function registerEnquiryActions({ post }: StaffRoutes): void {
  for (const name of formActionNames)
    post(`/enquiries/:id/${name}`, (request) => handleAction(request, name), replayWholeForm);
  post('/enquiries/:id/reply', (request) => handleAction(request, 'reply'), replayWholeForm, replyLimits);
  post('/enquiries/:id/undo', handleUndo, undefined, replyLimits);
  post('/enquiries/:id/saved-reply', handleSavedReply, replayWholeForm, replyLimits);
}

async function handleAction(request: StaffRequest, actionName: FormActionName | 'reply') {
  const { form, reply } = request;
  const enquiry = await findRequestedEnquiry(request);
  if (enquiry === null) return sendError(request, 404);
  const unsavedTexts = {
    note: form.get('note') ?? undefined,
    answer: form.get('text') ?? undefined,
    address: form.get('email') ?? undefined,
    remark: readRemark(form),
  };
  const fieldName = noticeFields[actionName];
  const showAgain = async (status: number, notice: Notice, shown = enquiry) =>
    showEnquiry(request, await followMerge(request, shown), {
      status,
      notice: { ...notice, fieldName },
      ...unsavedTexts,
    });

  if (isReplayed(form)) return showAgain(200, createProblemNotice(replayedMessage));
  const expectedVersion = parseVersion(form.get('seen'));
  if (expectedVersion === null) return sendError(request, 400);
  const action = actionName === 'reply' ? parseReply(request, enquiry) : await actionParsers[actionName](request);
  if (typeof action === 'string') return showAgain(422, createProblemNotice(action));
  const result = await performAction(request, { id: enquiry.id, expectedVersion }, action);
  switch (result.outcome) {
    case 'done': {
      const shownId = action.action === 'merge' ? action.into : enquiry.id;
      // Without a fragment of its own, the page would be scrolled to that of the form.
      return reply.redirect(`${addDoneQuery(`/enquiries/${shownId}`, actionName)}#notice`, 303);
    }
    case 'unknown':
      return sendError(request, 404);
    case 'already':
      return showAgain(
        200,
        { kind: 'done', text: `${doneMessages[actionName]} already.`, details: result.unseenEvents },
        result.enquiry,
      );
    case 'conflict':
    case 'invalid':
      return showAgain(409, createProblemNotice(problemMessages[result.outcome], result.unseenEvents), result.enquiry);
    default:
      return showAgain(
        result.outcome === 'limited' ? 429 : 422,
        createProblemNotice(replyFaultMessages[result.outcome]),
      );
  }
}

/** Fields beside which it is said too why an action was not done. */
const noticeFields: Partial<Record<FormActionName | 'reply', string>> = {
  reply: 'text',
  note: 'note',
  address: 'email',
};

/** Takes an answer back, and returns its text to the form. */
async function handleUndo(request: StaffRequest) {
  const { office, session, form } = request;
  const { enquiries } = office;
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
    return showEnquiry(request, enquiry, { status: 409, notice: createProblemNotice(explainKept(kept)) });
  const again = before.files.some(({ messageId }) => messageId === replyId) ? ' Choose the files again.' : '';
  // Pressed twice, it is undone, and the form alone has the text.
  const answer = before.replies.find(({ id }) => id === replyId)?.text ?? form.get('text') ?? undefined;
  return showEnquiry(request, enquiry, {
    notice: { kind: 'done', text: `Your answer is not sent: it is in the form again.${again}`, fieldName: 'text' },
    answer,
  });
}

/** Returns the reason why an answer could not be taken back. */
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
  const unsavedText = form.get('text') ?? '';
  const savedReply = content.office.answer.saved.find(({ title }) => title === form.get('saved'));
  const fieldName = 'text';
  if (savedReply === undefined) {
    const notice = createProblemNotice('This saved reply is not there any more. Choose another one.');
    return showEnquiry(request, enquiry, { status: 422, notice: { ...notice, fieldName }, answer: unsavedText });
  }
  return showEnquiry(request, enquiry, {
    notice: { kind: 'done', text: `“${savedReply.title}” is in your answer below. Nothing is sent yet.`, fieldName },
    answer: insertReplyTemplate(unsavedText, savedReply.text, content, { ...enquiry, person: session.personName }),
  });
}

const replayedMessage = 'You are signed in again. Nothing is done yet: what you typed is below.';
const problemMessages = {
  conflict: 'Nothing is changed or sent yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
