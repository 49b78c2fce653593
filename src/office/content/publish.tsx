import type { FastifyReply } from 'fastify';
import type { ContentIssue } from '../../content/content-issues.ts';
import type { Draft } from '../../content/revisions.ts';
import { formatFullDateTime } from '../../text/format-date.ts';
import { isReplayedForm } from '../shared/form.ts';
import {
  promptReauthIfNeeded,
  sendStaffPage,
  type StaffPageSettings,
  type StaffRequest,
  type StaffRoutes,
  replayWholeForm,
} from '../shared/staff-request.ts';
import { createProblemNotice, redirectWithNotice, type DoneNoticeName } from '../shared/notices.tsx';
import { parsePublishTime } from './publish-time.ts';
import { type LoadedPlan, loadPlan, loadPublishPageProps, formatDraftVersion } from './publish-plan.ts';
import { PublishPage } from './publish-page.tsx';

const publishPath = '/content/publish';

/** Registers GET and POST /content/publish, which show the changes and publish them. */
export function registerPublishRoutes({ get, post }: StaffRoutes): void {
  get(publishPath, (request) => showPublishPage(request));
  post(publishPath, handlePublish, replayWholeForm);
}

/** Publishes the included drafts, or schedules them, if the page showed their present versions. */
async function handlePublish(request: StaffRequest) {
  const { office, session, form, reply } = request;
  const { contentRepository, revisionStore, clock, getContent } = office;
  const refuse = (status: number, text: string, issues?: readonly ContentIssue[]) =>
    showPublishPage(request, { status, notice: createProblemNotice(text) }, issues);
  if (isReplayedForm(form)) return refuse(200, 'You are signed in again. Nothing is published yet.');
  if (form.get('intent') === 'look') return showPublishPage(request);
  const reauthentication = promptReauthIfNeeded(request, 'publish');
  if (reauthentication !== null) return reauthentication;
  const loadedPlan = await loadPlan(request);
  const { plan, includedDrafts: drafts, copies, earlyEntries } = loadedPlan;
  const overtaken = findOvertakenMessage(form, loadedPlan);
  if (overtaken !== null) return refuse(409, overtaken);
  if (copies.some(({ isConfirmed }) => !isConfirmed)) return refuse(422, stillCopiedMessage);
  if (plan.issues.length > 0) return refuse(422, refusalMessages.faults);
  const isScheduled = form.get('intent') === 'schedule';
  const { timeZone } = getContent().office;
  const early = earlyEntries.find(({ isConfirmed }) => !isConfirmed);
  if (early && !isScheduled) return refuse(422, formatEarlyMessage(formatFullDateTime(early.at, timeZone)));
  const at = parsePublishTime(form.get('at') ?? '', clock.now(), timeZone);
  if (isScheduled && at === null) return refuse(422, invalidTimeMessage);
  // The Return key in the field of the time presses the first button.
  if (!isScheduled && form.get('at')) return refuse(422, unusedTimeMessage);
  const { files, baseRevision } = plan;
  const publication = { by: session.person, reason: form.get('reason') ?? '', files, baseRevision, drafts };
  const result =
    at === null
      ? await contentRepository.publish(publication)
      : ((await contentRepository.findPublishRefusal(publication)) ?? { outcome: 'scheduled' as const, at });
  if (result.outcome === 'published')
    return finishPublication(request, result.number, 'publish', publication.reason.trim());
  if (result.outcome === 'scheduled') {
    await revisionStore.saveSchedule({ ...publication, at: result.at });
    return redirectWithNotice(reply, '/content', 'schedule');
  }
  const status = result.outcome === 'overtaken' ? 409 : 422;
  return refuse(status, refusalMessages[result.outcome], result.outcome === 'faults' ? result.issues : undefined);
}

/** Returns the message if the page has not shown all that would be published now, else null. */
function findOvertakenMessage(
  form: URLSearchParams,
  { plan, includedDrafts, seenVersions }: LoadedPlan,
): string | null {
  if (form.get('baseRevision') !== `${plan.baseRevision}`) return overtakenMessage;
  const unseenDrafts = includedDrafts.filter((draft) => !seenVersions.includes(formatDraftVersion(draft)));
  if (unseenDrafts.length === 0) return null;
  const wasLeftOut = ({ file }: Draft) => !seenVersions.some((version) => version.startsWith(`${file} `));
  return unseenDrafts.every(wasLeftOut) ? leftOutMessage : overtakenMessage;
}

/** Loads the new revision, records the event, and redirects with a notice whether visitors see it. */
export async function finishPublication(
  { office, session, reply }: StaffRequest,
  revisionNumber: number,
  doneAction: DoneNoticeName,
  reason: string,
): Promise<FastifyReply> {
  const isShown = (await office.site.loadNewestRevision()) >= revisionNumber;
  await office.enquiries.recordEvent('publish', session.person, reason);
  return redirectWithNotice(reply, '/content', isShown ? doneAction : 'not-shown');
}

async function showPublishPage(
  request: StaffRequest,
  settings: StaffPageSettings = {},
  publicationIssues?: readonly ContentIssue[],
) {
  const props = await loadPublishPageProps(request, publicationIssues);
  return sendStaffPage(request, <PublishPage {...props} />, { ...settings, url: publishPath });
}

const overtakenMessage =
  'Nothing is published yet: content was changed since you opened this page, and is shown as it is now. Look again.';
const leftOutMessage =
  'Nothing is published yet: some of it had been left out, and its changes are shown only now. Look at them, and press again.';
const formatEarlyMessage = (time: string) =>
  `Nothing is published yet: a part of it is to be published on ${time}. Confirm below that it is meant to be published now.`;
const invalidTimeMessage = 'Choose a time from now on, within a year. Nothing is published yet.';
const unusedTimeMessage =
  'Nothing is published yet: you chose a time. Press “Publish at this time”, or remove it to publish now.';
const stillCopiedMessage =
  'Nothing is published yet: some of it still says what the entry says that it was copied from. Change each text, or confirm it.';
const refusalMessages = {
  reason: 'Say in one line, of up to 200 characters, why this changes. Nothing is published yet.',
  faults: 'Nothing is published yet: some of it is not right.',
  unchanged: 'There is nothing to publish: the site says this already. You can discard your draft in the editor.',
  overtaken: overtakenMessage,
} as const;
