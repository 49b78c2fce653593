import type { FastifyInstance } from 'fastify';
import type { Statistics } from '../statistics/statistics.ts';
import { hasObjectedToCounting } from '../statistics/visit.ts';
import { createCrossOriginHook, sendApiError } from './api.ts';
import { parseSenderKeys } from './rate-limits.ts';
import type { RenderedSite } from './rendered-site.ts';

/** URL path to which browsers report views and steps of the contact form. */
export const viewReportPath = '/api/statistics';

/** The path that pages of earlier releases report to, which may be open for days. */
const earlierViewReportPath = '/api/numbers';

/** Body limit in bytes: several times what our pages send. */
const bodyLimit = 2048;

interface ViewReportOptions {
  countView: Statistics['count'];
  getRenderedSite: () => Pick<RenderedSite, 'pagePaths'>;
  allowedOrigins: ReadonlySet<string>;
}

/** Registers POST /api/statistics: takes a form, and answers 204 whether it counts or not. */
export function registerViewReportRoute(
  app: FastifyInstance,
  { countView, getRenderedSite, allowedOrigins }: ViewReportOptions,
): void {
  const crossOriginHook = createCrossOriginHook({ allowedOrigins, allowedMethods: 'POST' });
  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    // No line in the log: it would say when somebody saw a page.
    for (const path of [viewReportPath, earlierViewReportPath])
      reports.post(
        path,
        { onRequest: crossOriginHook, bodyLimit, logLevel: 'error' },
        async ({ body, headers, ip }, reply) => {
          if (typeof body !== 'string')
            return sendApiError(reply, { status: 400, code: 'invalid_request', message: 'Send a form.' });
          const { pagePaths } = getRenderedSite();
          const parameters = new URLSearchParams(body);
          const report = { parameters, userAgent: headers['user-agent'], pagePaths };
          if (!hasObjectedToCounting(headers)) countView(report, parseSenderKeys(ip).senderKey);
          return reply.code(204).send();
        },
      );
  });
}
