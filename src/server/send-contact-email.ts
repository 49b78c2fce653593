import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { createCrossOriginHook, sendApiError, tooManyRequestsError } from './api.ts';
import { hasObjectedToCounting, parseVisitSource } from '../statistics/visit.ts';
import type { RenderedSite } from './rendered-site.ts';
import type { SubmissionReceiver, SenderLimits } from './rate-limits.ts';

/** URL path of the endpoint for enquiries. */
export const sendContactEmailPath = '/functions/v1/send-contact-email';

/** Body limit in bytes: enough for the longest enquiry in any character encoding. */
export const submissionBodyLimit = 64 * 1024;

interface SendContactEmailOptions {
  submissionReceiver: SubmissionReceiver;
  allowedOrigins: ReadonlySet<string>;
  senderLimits: SenderLimits;
  getRenderedSite: () => Pick<RenderedSite, 'pagePaths'>;
  /** Whether what is known of a visit is stored with its enquiry. */
  keepsVisitSources: boolean;
}

/**
 * Registers POST /functions/v1/send-contact-email, the protocol of a Supabase Edge Function: takes JSON, and returns `{
 * "id", "reference", "answerBy"? }` once the enquiry is on disk. A repeated Idempotency-Key returns the first one's id.
 */
export function registerSendContactEmailRoute(
  app: FastifyInstance,
  { submissionReceiver, allowedOrigins, senderLimits, getRenderedSite, keepsVisitSources }: SendContactEmailOptions,
): void {
  const crossOriginHook = createCrossOriginHook({ allowedOrigins, allowedMethods: 'POST, OPTIONS' });

  const enforceSenderLimits: onRequestAsyncHookHandler = async (request, reply) => {
    const allowance = await senderLimits.consume(request.ip);
    return allowance.isAllowed ? undefined : sendTooManyRequests(reply, allowance.retryAfterSeconds);
  };

  app.post(
    sendContactEmailPath,
    { onRequest: [crossOriginHook, enforceSenderLimits], bodyLimit: submissionBodyLimit },
    async (request, reply) => {
      const { body, headers } = request;
      const idempotencyKey = headers['idempotency-key'];
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        const message = 'Send the enquiry as a JSON object.';
        return sendApiError(reply, { status: 400, code: 'invalid_request', message });
      }
      const isVisitSourceKept = keepsVisitSources && !hasObjectedToCounting(headers);
      const result = await submissionReceiver.receive(body, {
        ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
        visitSource: isVisitSourceKept ? parseVisitSource(headers['visit-origin'], getRenderedSite().pagePaths) : null,
      });
      switch (result.outcome) {
        case 'accepted': {
          const { outcome: _, ...answer } = result;
          return answer;
        }
        case 'refused':
          return sendApiError(reply, {
            status: 422,
            code: 'invalid_enquiry',
            message: 'Some fields need your attention.',
            fields: result.fieldErrors,
          });
        case 'limited':
          return sendTooManyRequests(reply, result.retryAfterSeconds);
        case 'unavailable':
          return sendApiError(reply, {
            status: 503,
            code: 'unavailable',
            message: 'The message may not have been stored. Please try again later.',
          });
      }
    },
  );
  app.options(sendContactEmailPath, { onRequest: crossOriginHook }, async () => undefined);
}

function sendTooManyRequests(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return sendApiError(reply.header('retry-after', `${retryAfterSeconds}`), tooManyRequestsError);
}
