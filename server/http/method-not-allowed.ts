import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { sendError } from './errors.ts';

/** Answers every method that the address does not take with 405. To be called once for each known API address. */
export function refuseOtherMethods(app: FastifyInstance, url: string, taken: readonly HTTPMethods[]): void {
  const others = app.supportedMethods.filter((method) => !taken.includes(method));
  app.route({
    method: others,
    url,
    // Before the body is read: what it holds does not matter.
    onRequest: async (request, reply) => refuseMethod(request, reply, taken),
    handler: async () => undefined,
  });
}

/** Answers 405, with what is taken instead. */
export function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  taken: readonly HTTPMethods[],
): FastifyReply {
  const proposed = taken.filter((method) => method !== 'OPTIONS').join(' or ');
  return sendError(reply.header('allow', taken.join(', ')), {
    status: 405,
    code: 'method_not_allowed',
    message: `${request.method} is not possible here. Use ${proposed}.`,
  });
}
