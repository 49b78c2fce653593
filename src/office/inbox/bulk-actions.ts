import { formatReference } from '../../enquiries/reference.ts';
import { sendError } from '../shared/error-responses.tsx';
import type { StaffRequest, StaffRoutes } from '../shared/staff-request.ts';
import { addDoneQuery, homePath, isEnquiryId, removeDoneQuery } from '../shared/return-path.ts';
import { pluralise } from '../../text/format-text.ts';
import { createProblemNotice } from '../shared/notices.tsx';
import { askBeforeClosing } from './bulk-closing.tsx';
import { performAction, parseVersion, type EnquiryVersion } from './perform-action.ts';
import { actionNames, officeActions, parseAction, formatActionSlug } from './office-actions.ts';
import { eraseAfterConfirmation } from './erase.tsx';
import { sendEnquiryListPage } from './list.tsx';
import { loadEnquiryList } from './listing.ts';

/** Registers POST /actions, which performs one action on all ticked enquiries. */
export function registerBulkActions({ post }: StaffRoutes): void {
  post(
    '/actions',
    (request) => handleBulkAction({ ...request, form: readActionForm(request.form) }),
    (form) =>
      form.get('action') === 'erase'
        ? {
            returnPath: '/actions',
            replayedFields: { chosen: form.getAll('chosen'), action: 'erase', back: parseReturnPath(form) },
          }
        : { returnPath: parseReturnPath(form) },
  );
}

/** Returns the form, or, if a button of one item was pressed, the fields in the value of that button. */
function readActionForm(form: URLSearchParams): URLSearchParams {
  const only = form.get('only');
  return only === null ? form : new URLSearchParams(`${only}&${new URLSearchParams({ back: form.get('back') ?? '' })}`);
}

async function handleBulkAction(request: StaffRequest) {
  const { form, reply } = request;
  const returnPath = parseReturnPath(form);
  const selection = parseSelection(form);
  const showListAgain = async (status: number, text: string, details: readonly string[] = []) => {
    const loaded = await loadEnquiryList(request, returnPath);
    const listing = loaded && { ...loaded, tickedIds: selection?.map(({ id }) => id) ?? [] };
    if (listing === null) return sendError(request, status, { title: 'Not everything was done', advice: text });
    return sendEnquiryListPage(request, listing, {
      status,
      url: returnPath,
      notice: createProblemNotice(text, details),
    });
  };

  if (selection === null) return sendError(request, 400);
  if (selection.length === 0) return showListAgain(422, 'Choose at least one enquiry first.');
  const slug = form.get('action');
  if (slug === 'erase')
    return eraseAfterConfirmation(request, { selection, returnPath, isConfirmed: form.get('confirmed') === 'yes' });
  if (slug === 'assign' && form.get('to') === '?') return showListAgain(422, 'Choose who is to see to them first.');
  if (slug === 'close') {
    if (form.get('reason') === '?') return showListAgain(422, 'Choose the reason first.');
    const question = await askBeforeClosing(request, selection, returnPath);
    if (question !== null) return question;
  }
  const name = actionNames.find((one) => formatActionSlug(one) === slug);
  const action = name && (await parseAction(name, request));
  if (name === undefined || typeof action !== 'object') return sendError(request, 400);

  const startedAt = request.office.clock.now();
  const failures: string[] = [];
  for (const one of selection) {
    const result = await performAction(request, one, action);
    if (result.outcome === 'unknown') failures.push(`${formatReference(one.id)}: it was erased.`);
    if (result.outcome === 'conflict' || result.outcome === 'invalid')
      failures.push(`${formatReference(one.id)}: ${result.unseenEvents.at(-1) ?? notPossibleMessage}`);
  }
  const doneCount = selection.length - failures.length;
  if (failures.length === 0) {
    const path = addDoneQuery(returnPath, formatActionSlug(name), doneCount);
    return reply.redirect(name === 'close' ? `${path}&since=${startedAt.getTime()}` : path, 303);
  }
  return showListAgain(
    409,
    `${officeActions[name].notice}: ${pluralise(doneCount)}. Left as they are: ${pluralise(failures.length)}.`,
    failures,
  );
}

const notPossibleMessage = 'This is not possible for it, or its mail is being sent at the moment.';

/** Returns the ticked enquiries without duplicates, or null if the form is malformed. */
function parseSelection(form: URLSearchParams): readonly EnquiryVersion[] | null {
  const selection = new Map<string, EnquiryVersion>();
  for (const text of form.getAll('chosen')) {
    const [id = '', version] = text.split(':', 2);
    const expectedVersion = parseVersion(version);
    if (!isEnquiryId(id) || expectedVersion === null) return null;
    selection.set(id, { id, expectedVersion });
  }
  return [...selection.values()];
}

function parseReturnPath(form: URLSearchParams): string {
  return removeDoneQuery(form.get('back') ?? homePath);
}
