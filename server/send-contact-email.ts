import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createCrossOriginHook, sendError, tooManyRequests } from './api.ts';
import type { PageReceiver, SenderLimits } from './limits.ts';

export const sendContactEmailPath = '/functions/v1/send-contact-email';

/** Body limit in bytes: enough for the longest enquiry in any character encoding. */
export const bodyLimit = 64 * 1024;

export interface SubmissionParts {
  receiver: PageReceiver;
  origins: ReadonlySet<string>;
  limits: SenderLimits;
}

/**
 * Registers POST /functions/v1/send-contact-email, the protocol of a Supabase Edge Function: takes JSON, and returns `{
 * "id", "reference" }` once the enquiry is on disk. A repeated Idempotency-Key returns the first one's id.
 */
export function registerSendContactEmail(app: FastifyInstance, { receiver, origins, limits }: SubmissionParts): void {
  const crossOriginRules = createCrossOriginHook({ origins, methods: 'POST, OPTIONS' });

  const withinLimits = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const allowance = await limits.consume(request.ip);
    return allowance.allowed ? undefined : sendLimited(reply, allowance.retryAfterSeconds);
  };

  app.post(sendContactEmailPath, { onRequest: [crossOriginRules, withinLimits], bodyLimit }, async (request, reply) => {
    const { body, headers } = request;
    const key = headers['idempotency-key'];
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return sendError(reply, { status: 400, code: 'invalid_request', message: 'Send the enquiry as a JSON object.' });
    }
    const result = await receiver.receive(body, typeof key === 'string' ? { key } : {});
    switch (result.outcome) {
      case 'accepted':
        return { id: result.id, reference: result.reference };
      case 'refused':
        return sendError(reply, {
          status: 422,
          code: 'invalid_enquiry',
          message: 'Some fields need your attention.',
          fields: result.faults,
        });
      case 'limited':
        return sendLimited(reply, result.retryAfterSeconds);
      case 'unavailable':
        return sendError(reply, {
          status: 503,
          code: 'unavailable',
          message: 'The message could not be stored. Please try again later.',
        });
    }
  });
  app.options(sendContactEmailPath, { onRequest: crossOriginRules }, async () => undefined);
}

function sendLimited(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return sendError(reply.header('retry-after', `${retryAfterSeconds}`), tooManyRequests);
}
