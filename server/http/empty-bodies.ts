import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Gives requests that announce no body an empty one. Node lets theirs end before anybody listens (`optimizeEmptyRequests` in
 * listener.ts), and Fastify would wait for that end where a Content-Type promises a body all the same.
 */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ raw }) => (raw.readableEnded ? Readable.from([]) : undefined));
}
