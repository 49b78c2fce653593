import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { PageServices } from './built-pages.ts';
import type { Config } from './config.ts';
import {
  apiHeaders,
  isApiPath,
  notFoundError,
  registerAuthNotConfigured,
  sendMethodNotAllowed,
  sendApiError,
  toApiError,
} from '../server/api.ts';
import { createBaseApp, registerMethodNotAllowed } from '../server/base-app.ts';
import { registerContactContentRoute } from '../server/contact-content.ts';
import { registerContactFormRoute } from '../server/contact-form.ts';
import { registerHealthRoutes, type Readiness } from '../server/health.ts';
import { createHttpServer } from '../server/http-server.ts';
import { sendPlainErrorPage } from '../server/plain-error-page.ts';
import { registerLoadShedding, type OverloadThresholds } from '../server/load-shedding.ts';
import { registerSendContactEmailRoute } from '../server/send-contact-email.ts';
import { registerViewReportRoute } from '../server/view-reports.ts';
import { type SubmissionLimits, createLimitedReceiver } from '../server/rate-limits.ts';
import { createSiteHeaders } from '../server/site-headers.ts';
import type { RepeatedJob } from '../process/repeated-job.ts';
import { redactPath, type Log } from '../process/log.ts';
import type { Metrics } from '../server/metrics.ts';
import type { Statistics } from '../statistics/statistics.ts';
import { toPortError } from '../process/port-error.ts';

/** Components that the HTTP server needs. */
export interface ServerDependencies {
  config: Pick<Config, 'siteUrl' | 'allowedOrigins' | 'trustProxy' | 'countsViews'>;
  log: Log;
  enquiries: Pick<EnquiryService, 'receive' | 'readMailAndBackupHealth'>;
  checkReadiness: () => Promise<Readiness>;
  /** Jobs that run while the server listens. */
  jobs: readonly RepeatedJob[];
  pages: Omit<PageServices, 'loadOfficeFiles'>;
  submissionLimits: SubmissionLimits;
  statistics: Pick<Statistics, 'count'>;
  metrics: Metrics | undefined;
  /** Limits for tests. */
  overloadLimits: Partial<OverloadThresholds> | undefined;
}

/** Builds the HTTP server: call `listen` on the result, and `close` at the end. */
export async function createSiteServer(dependencies: ServerDependencies): Promise<FastifyInstance> {
  const { config, enquiries, metrics, submissionLimits: senderLimits } = dependencies;
  const allowedOrigins = new Set([config.siteUrl, ...config.allowedOrigins]);
  const app = createApp(dependencies);
  await registerLoadShedding(app, dependencies.overloadLimits);
  const refuseOtherMethods = registerMethodNotAllowed(app, sendMethodNotAllowed);
  const { getRenderedSite } = dependencies.pages.contentFollower;
  registerContactContentRoute(app, () => getRenderedSite().content, allowedOrigins);
  const submissionReceiver = createLimitedReceiver(enquiries, senderLimits);
  const site = { getRenderedSite, allowedOrigins };
  registerSendContactEmailRoute(app, {
    ...site,
    submissionReceiver,
    senderLimits,
    keepsVisitSources: config.countsViews,
  });
  if (config.countsViews) registerViewReportRoute(app, { ...site, countView: dependencies.statistics.count });
  registerAuthNotConfigured(app);
  registerHealthRoutes(app, dependencies.checkReadiness);
  // Routes in plugins are known only now.
  await app.after();
  refuseOtherMethods();
  // GET at this path is a page.
  registerContactFormRoute(app, { ...site, submissionReceiver, senderLimits });
  if (metrics) serveMetrics(app, metrics, enquiries);
  return app;
}

/** Creates the Fastify app behind the page handler, with headers, log and error handler, without routes. */
function createApp(dependencies: ServerDependencies): FastifyInstance {
  const { config, log, pages, jobs, metrics } = dependencies;
  const { pageHandler, contentFollower, assetStoringJob } = pages;
  const siteHeaders = createSiteHeaders(config);
  const createHeaders = ({ id, url }: FastifyRequest) => ({
    'x-request-id': id,
    ...(isApiPath(url) ? apiHeaders : siteHeaders),
  });

  const app = createBaseApp(
    {
      log,
      trustProxy: config.trustProxy,
      createServer: (routes) => {
        const server = createHttpServer(pageHandler, routes);
        return metrics ? server.prependListener('request', metrics.onRequest) : server;
      },
      handleMalformedUrl: (request, reply) => void sendRefusal(request, reply.headers(createHeaders(request))),
    },
    { routerOptions: { maxParamLength: 16 * 1024 } },
  );

  // Accepts only JSON, and a form at /contact: Fastify would also parse text/plain.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => void reply.headers(createHeaders(request)));
  // Rejects unknown paths before the body is read.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? sendRefusal(request, reply) : undefined));
  app.decorate('content', () => contentFollower.getRenderedSite().content);
  app.addHook('onClose', contentFollower.stop);
  for (const job of [...jobs, assetStoringJob].filter((one) => one !== undefined)) {
    app.addHook('onListen', async () => job.start());
    app.addHook('onClose', job.stop);
  }
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, path: redactPath(url), status: reply.statusCode, milliseconds }, 'request');
  });
  app.setErrorHandler((err: unknown, request, reply) => {
    const error = toApiError(err);
    if (error.status >= 500) request.log.error({ err }, 'request failed');
    return isApiPath(request.url) ? sendApiError(reply, error) : sendPlainErrorPage(reply, error);
  });
  return app;
}

/** Sends 405 for a method that pages do not have, else 404. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isApiPath(request.url)) return sendMethodNotAllowed(request, reply, ['GET', 'HEAD']);
  request.log.info({ status: 404, path: redactPath(request.url) }, 'unknown path');
  return sendApiError(reply, notFoundError);
}

/** Serves GET /metrics on a loopback port while the server runs: remote collectors need an agent on this machine. */
function serveMetrics(
  app: FastifyInstance,
  { port, renderMetrics, mediaType }: Metrics,
  enquiries: Pick<EnquiryService, 'readMailAndBackupHealth'>,
): void {
  const metricsApp = Fastify({ requestTimeout: 10_000, forceCloseConnections: true });
  metricsApp.server.maxConnections = 100;
  const refuseOtherMethods = registerMethodNotAllowed(metricsApp, sendMethodNotAllowed);
  metricsApp.get('/metrics', async (_request, reply) => {
    reply.type(mediaType).header('cache-control', 'no-store');
    return renderMetrics(enquiries);
  });
  refuseOtherMethods();
  app.addHook('onReady', async () => {
    const url = await metricsApp.listen({ host: '127.0.0.1', port }).catch((fault: unknown) => {
      throw toPortError(fault, 'METRICS_PORT');
    });
    app.log.info({ url: `${url}/metrics` }, 'metrics');
  });
  app.addHook('onClose', async () => metricsApp.close());
}
