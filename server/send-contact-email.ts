import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { crossOrigin, sendError, tooManyRequests } from './api.ts';
import type { PageReceiver, SenderLimits } from './limits.ts';

export const sendContactEmailPath = '/functions/v1/send-contact-email';

/** Enough for the longest enquiry in any encoding of its characters. */
export const bodyLimit = 64 * 1024;

export interface SubmissionParts {
  receiver: PageReceiver;
  origins: ReadonlySet<string>;
  limits: SenderLimits;
  /** What an update knows that has started this server, and nobody else. */
  rehearsalSecret?: string | undefined;
}

/**
 * POST /functions/v1/send-contact-email, the wire protocol of a Supabase Edge Function: JSON in, `{ "id", "reference" }` out once the
 * enquiry is on the disk. The header Idempotency-Key marks a submission: sent again, it is answered with the first one's id. With
 * the secret in the header X-Rehearsal an update sees whether the form works: all is done, without limits, and nothing stays. With
 * another word there it is an enquiry like any.
 */
export function sendContactEmail(app: FastifyInstance, parts: SubmissionParts): void {
  const { receiver, origins, limits, rehearsalSecret: secret } = parts;
  const crossOriginRules = crossOrigin({ origins, methods: 'POST, OPTIONS' });

  const isRehearsal = ({ headers: { 'x-rehearsal': word } }: FastifyRequest): boolean =>
    secret !== undefined && typeof word === 'string' && timingSafeEqual(digestOf(word), digestOf(secret));

  const withinLimits = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (isRehearsal(request)) return undefined;
    const allowance = await limits.consume(request.ip);
    return allowance.allowed ? undefined : sendLimited(reply, allowance.retryAfterSeconds);
  };

  app.post(sendContactEmailPath, { onRequest: [crossOriginRules, withinLimits], bodyLimit }, async (request, reply) => {
    const { body, headers } = request;
    const key = headers['idempotency-key'];
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return sendError(reply, { status: 400, code: 'invalid_request', message: 'Send the enquiry as a JSON object.' });
    }
    const submission = isRehearsal(request) ? { isRehearsal: true } : typeof key === 'string' ? { key } : {};
    const result = await receiver.receive(body, submission);
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

/** Of one length, whatever is compared. */
function digestOf(word: string): Buffer {
  return hash('sha256', word, 'buffer');
}

function sendLimited(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  return sendError(reply.header('retry-after', `${retryAfterSeconds}`), tooManyRequests);
}
