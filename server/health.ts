import type { FastifyInstance } from 'fastify';
import { release } from '../process/site-directory.ts';
import type { Readiness } from './readiness.ts';
import { refuseOtherMethods } from './api.ts';

export const alivePath = '/healthz';
export const readyPath = '/readyz';

/**
 * GET /healthz: the process answers, and nothing else is looked at. GET /readyz: whether an enquiry could be stored (200 or
 * 503) and whether mail arrives (`degraded`, with 200: taking the server out of service would mend nothing), by which version of this
 * software.
 */
export function health(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get(alivePath, async () => ({ status: 'ok' }));
  refuseOtherMethods(app, alivePath, ['GET', 'HEAD']);

  app.get(readyPath, async (_request, reply) => {
    const found = await readiness();
    reply.header('cache-control', 'no-store');
    if (found.status === 'unavailable') reply.code(503).header('retry-after', '5');
    return { ...found, version: release };
  });
  refuseOtherMethods(app, readyPath, ['GET', 'HEAD']);
}
