import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { lifetimesMs } from '../../accounts/tokens.ts';
import { isRecentlyAuthenticated, type ActiveSession } from '../../accounts/sessions.ts';
import type { Concern } from '../../enquiries/concerns.ts';
import { groupFieldValues } from './form.ts';
import { parseNotice } from './notices.tsx';
import type { OfficeExchange } from './office-context.ts';
import type { Notice } from './page-context.ts';
import type { ReturnTarget } from './return-path.ts';
import { sendPage, type PageSettings } from './send-page.tsx';
import type { Upload, UploadRules } from './uploads.ts';

/** Request of a signed-in person. */
export interface StaffRequest extends OfficeExchange {
  session: ActiveSession & { token: string };
  /** Values of `:id` and `:file` in the path; empty if it has none. */
  params: Readonly<Record<'id' | 'file', string>>;
  query: URLSearchParams;
  /** Parsed form; empty if there was none. */
  form: URLSearchParams;
  upload: Upload;
  /** Where to go on if the person has to show the passkey first. */
  returnTarget: ReturnTarget;
}

/** Handles the request of a signed-in person; resolves to the sent reply. */
export type StaffHandler = (request: StaffRequest) => Promise<FastifyReply>;

/** Returns the target for a form whose sender has to sign in first. */
export type GetReturnTarget = (form: URLSearchParams, request: FastifyRequest) => ReturnTarget;

/** Returns the form's own URL with all of its values. */
export const replayWholeForm: GetReturnTarget = (form, { url: returnPath }) => {
  return { returnPath, replayedFields: groupFieldValues(form) };
};

/**
 * Registrar of routes for signed-in people. There are no per-record permissions: everybody with the required role sees
 * and does the same.
 */
export interface StaffRoutes {
  /** For routes that need no session. */
  publicApp: FastifyInstance;
  get: (path: string, handler: StaffHandler) => void;
  /** Registers a route for a form. If it takes files, session and role are checked before its body is read. */
  post: (
    path: string,
    handler: StaffHandler,
    getReturnTarget?: GetReturnTarget,
    routeOptions?: { bodyLimit?: number; takesFiles?: UploadRules },
  ) => void;
}

/** Settings of a page. Without `notice`, the page shows the one that its URL names. */
export interface StaffPageSettings extends Omit<PageSettings, 'currentUser'> {
  notice?: Notice | undefined;
}

/** Renders a page for the person, and sends it. */
export async function sendStaffPage(
  { office, reply, session }: StaffRequest,
  page: ReactElement,
  { notice = parseNotice(reply.request, office.actionNotices), ...settings }: StaffPageSettings = {},
): Promise<FastifyReply> {
  const { enquiries, people, navigation, config } = office;
  const { person, personName, roles, usesKeys } = session;
  const counts = roles.includes('enquiries') ? await enquiries.readInboxCounts(person) : undefined;
  const hold = await enquiries.getHold();
  const held = hold && [{ problem: 'mail: held' satisfies Concern, since: hold.since.toISOString() }];
  const alerts = held ?? (await enquiries.readOpenAlerts());
  const names = await people.listNames();
  const hasOtherMail = config.isMailboxRead || (counts?.otherMail ?? 0) > 0;
  const folders = navigation.folders.filter(({ countKey }) => countKey !== 'otherMail' || hasOtherMail);
  const currentUser = { ...navigation, folders, person, personName, names, roles, usesKeys, counts, alerts, notice };
  return sendPage({ office, reply }, page, { ...(usesKeys && { script: 'inbox' }), ...settings, currentUser });
}

/** Returns a handler that asks for the passkey first, unless it was used in the last five minutes. */
export function requireRecentAuth(handler: StaffHandler): StaffHandler {
  return async (request) => promptReauthIfNeeded(request) ?? handler(request);
}

/**
 * Sends the passkey prompt, and returns the reply; null if the passkey was used in the last five minutes, or, to publish,
 * in the last 30. A publication goes on by itself then: it can be undone, and its form says what was seen.
 */
export function promptReauthIfNeeded(request: StaffRequest, reason: 'proof' | 'publish' = 'proof') {
  const { office, session, returnTarget } = request;
  const maxAgeMs = reason === 'publish' ? lifetimesMs.publishAuthentication : lifetimesMs.recentAuthentication;
  if (isRecentlyAuthenticated(session, office.clock.now(), maxAgeMs)) return null;
  return office.promptSignIn(request, returnTarget, reason);
}
