import { sendError } from '../shared/error-responses.tsx';
import { sendStaffPage, type StaffPageSettings, type StaffRequest, type StaffRoutes } from '../shared/staff-request.ts';
import { createProblemNotice, redirectWithNotice } from '../shared/notices.tsx';
import { draftLinksPath, listLinkablePages } from './draft-links.tsx';
import { loadContentPageProps, listEditorEmails } from './content-overview.ts';
import { ContentPage } from './content-page.tsx';

/** Registers GET /content, also as /content/links?file=FILE, and the POSTs of its forms. */
export function registerContentRoutes({ get, post }: StaffRoutes): void {
  const replayStartPage = () => ({ returnPath: '/content' });
  for (const path of ['/content', draftLinksPath]) get(path, (request) => showContentPage(request));
  post(draftLinksPath, createLink, replayStartPage);
  post('/content/cancel', cancelSchedule, replayStartPage);
  post('/content/revoke', revokeLink, replayStartPage);
  post('/content/take-over', takeOverDraft, replayStartPage);
}

async function cancelSchedule({ office, form, reply }: StaffRequest) {
  await office.revisionStore.deleteSchedule(form.get('id') ?? '');
  return redirectWithNotice(reply, '/content', 'cancel-schedule');
}

async function revokeLink({ office, form, reply }: StaffRequest) {
  await office.draftLinks.revokeLink(form.get('id') ?? '');
  return redirectWithNotice(reply, '/content', 'revoke-link');
}

/** Creates a link to a page with the person's drafts, and shows it once. */
async function createLink(request: StaffRequest) {
  const { office, session, form } = request;
  const page = (await listLinkablePages(request)).find(({ file }) => file === form.get('file'));
  if (page === undefined) return sendError(request, 404);
  const url = office.config.siteUrl + (await office.draftLinks.createLink({ ...page, by: session.person }));
  const notice = { kind: 'done' as const, text: 'Copy the link now: it is not shown again.' };
  return showContentPage(request, { notice, script: 'inbox' }, url);
}

/** Assigns the draft of an author without the role `content` to the person. */
async function takeOverDraft(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const { revisionStore } = office;
  const [draft] = await revisionStore.listDrafts({ file: form.get('file') ?? '', by: form.get('by') ?? '' });
  const editors = await listEditorEmails(request);
  const isOffered = draft !== undefined && !editors.has(draft.by);
  if (!isOffered || !(await revisionStore.saveDraft({ ...draft, by: session.person }, null)))
    return refuse(request, isOffered ? ownDraftFirstMessage : cannotTakeOverMessage);
  await revisionStore.deleteDraft(draft.file, draft.by, draft.savedAt);
  return redirectWithNotice(reply, '/content', 'take-over');
}

const refuse = (request: StaffRequest, text: string) =>
  showContentPage(request, { status: 409, notice: createProblemNotice(text) });

async function showContentPage(request: StaffRequest, settings: StaffPageSettings = {}, newLink?: string) {
  const props = await loadContentPageProps(request, newLink);
  return sendStaffPage(request, <ContentPage {...props} />, { ...settings, url: '/content' });
}

const cannotTakeOverMessage = 'This draft cannot be taken over any more.';
const ownDraftFirstMessage =
  'You have a draft of the same part. Publish or discard yours first: nothing is lost until then.';
