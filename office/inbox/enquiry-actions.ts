import { type StaffRoutes, replayWholeForm, type StaffRequest } from '../shared/staff-routes.ts';
import type { Notice } from '../shared/page-context.ts';
import { doneMessages, createProblemNotice } from '../shared/notices.tsx';
import { performAction, readRemark, parseVersion } from './perform-action.ts';
import { replyFaultMessages, insertReplyTemplate } from './reply-templates.ts';
import { type FormActionName, formActionNames, parseReply, actionParsers } from './parse-actions.ts';
import { findRequestedEnquiry, showEnquiry } from './enquiry.tsx';

/** Bytes: a reply of twice the maximum length, in any alphabet, is still returned whole. */
const replyLimits = { bodyLimit: 256 * 1024, takesFiles: true };

/** Registers POST /enquiries/ID/ACTION; `reply` sends a reply, `saved-reply` inserts a saved one into its text. */
export function registerEnquiryActions({ post }: StaffRoutes): void {
  for (const name of formActionNames)
    post(`/enquiries/:id/${name}`, (request) => handleAction(request, name), replayWholeForm);
  post('/enquiries/:id/reply', (request) => handleAction(request, 'reply'), replayWholeForm, replyLimits);
  post('/enquiries/:id/saved-reply', handleSavedReply, replayWholeForm, replyLimits);
}

async function handleAction(request: StaffRequest, actionName: FormActionName | 'reply') {
  const { form, isReplayed, redirectWithNotice, sendError } = request;
  const enquiry = await findRequestedEnquiry(request);
  if (enquiry === null) return sendError(404);
  const unsavedTexts = {
    note: form.get('note') ?? undefined,
    answer: form.get('text') ?? undefined,
    remark: readRemark(form),
  };
  const showAgain = (status: number, notice: Notice, shown = enquiry) =>
    showEnquiry(request, shown, { status, notice, ...unsavedTexts });

  if (isReplayed) return showAgain(200, createProblemNotice(replayedMessage));
  const expectedVersion = parseVersion(form.get('seen'));
  if (expectedVersion === null) return sendError(400);
  const actionOrMessage =
    actionName === 'reply' ? parseReply(request, enquiry) : await actionParsers[actionName](request);
  if (typeof actionOrMessage === 'string') return showAgain(422, createProblemNotice(actionOrMessage));
  const result = await performAction(request, { id: enquiry.id, expectedVersion }, actionOrMessage);
  switch (result.outcome) {
    case 'done':
      return redirectWithNotice(`/enquiries/${enquiry.id}`, actionName);
    case 'unknown':
      return sendError(404);
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

async function handleSavedReply(request: StaffRequest) {
  const { form, getContent, personName: person, sendError } = request;
  const enquiry = await findRequestedEnquiry(request);
  if (enquiry === null) return sendError(404);
  const unsavedText = form.get('text') ?? '';
  const savedReply = getContent().office.answer.saved.find(({ title }) => title === form.get('saved'));
  if (savedReply === undefined) {
    const notice = createProblemNotice('This saved reply is not there any more. Choose another one.');
    return showEnquiry(request, enquiry, { status: 422, notice, answer: unsavedText });
  }
  return showEnquiry(request, enquiry, {
    notice: { kind: 'done', text: `“${savedReply.title}” is in your answer below. Nothing is sent yet.` },
    answer: insertReplyTemplate(unsavedText, savedReply.text, getContent(), { ...enquiry, person }),
  });
}

const replayedMessage = 'You are signed in again. Nothing is done yet: what you typed is below.';
const problemMessages = {
  conflict: 'Nothing is changed or sent yet: this happened since you opened the page. Look again, and decide.',
  invalid: 'This is not possible at the moment: its mail is being sent, or the enquiry is not what it was. Try again.',
};
