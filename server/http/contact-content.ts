import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ContactAnswers } from './contact-answers.ts';
import { crossOrigin } from './cors.ts';
import { refuseOtherMethods } from './method-not-allowed.ts';

export const contactContentPath = '/api/content/contact';

/**
 * Answers GET and HEAD of the contact record while it is fresh; whether it has. Stands before Fastify, where the same answer
 * would take four times as long.
 */
export function answerContactFromMemory(
  answers: ContactAnswers,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url } = request;
  if (url !== contactContentPath || (method !== 'GET' && method !== 'HEAD') || !answers.isFresh()) return false;
  answers.send(request, response);
  return true;
}

/** GET /api/content/contact: the contact record as it was a second ago at most; 304 where the caller has it already. */
export function contactContent(app: FastifyInstance, answers: ContactAnswers, origins: ReadonlySet<string>): void {
  const onRequest = crossOrigin({ origins, methods: 'GET, HEAD, OPTIONS' });

  app.get(contactContentPath, { onRequest }, async (request, reply) => {
    await answers.renew();
    // Its headers are complete: Fastify is to add none.
    reply.hijack();
    answers.send(request.raw, reply.raw, request.id);
  });
  app.options(contactContentPath, { onRequest }, async () => undefined);
  refuseOtherMethods(app, contactContentPath, ['GET', 'HEAD', 'OPTIONS']);
}
