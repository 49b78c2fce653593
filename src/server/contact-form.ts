import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { FormValues } from '../site/contact/send-enquiry.ts';
import type { PageState } from '../site/routes.ts';
import { formKeyFieldName } from '../enquiries/enquiry.ts';
import type { SubmissionAnswer } from '../enquiries/submission-handler.ts';
import { isFromAllowedOrigin } from './api.ts';
import { createInitialFormValues } from './form-page.ts';
import { createRateLimit, type SubmissionReceiver, type SenderLimits } from './rate-limits.ts';
import { sendPlainErrorPage } from './plain-error-page.ts';
import type { RenderedSite } from './rendered-site.ts';
import { genericError } from './render-pages.ts';
import { submissionBodyLimit } from './send-contact-email.ts';

interface ContactFormOptions {
  /** Returns the current pages. */
  getRenderedSite: () => Pick<RenderedSite, 'renderPage' | 'pageHeaders'>;
  submissionReceiver: SubmissionReceiver;
  allowedOrigins: ReadonlySet<string>;
  senderLimits: SenderLimits;
}

/** Rate-limit pages a minute for all senders together: they repeat the input and are the costliest response. */
const limitPagesPerMinute = 6000;

/** Registers POST /contact, the form without JavaScript. The contact page itself is the response. */
export function registerContactFormRoute(
  app: FastifyInstance,
  { getRenderedSite, submissionReceiver, allowedOrigins, senderLimits }: ContactFormOptions,
): void {
  const formType = 'application/x-www-form-urlencoded';
  const limitPageLimit = createRateLimit('pages', { points: limitPagesPerMinute, duration: 60 });
  const requireAllowedOrigin: onRequestAsyncHookHandler = async (request, reply) =>
    isFromAllowedOrigin(request.headers, allowedOrigins) ? undefined : sendPlainErrorPage(reply, { status: 403 });

  app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit: submissionBodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    form.post(
      '/contact',
      { onRequest: requireAllowedOrigin, bodyLimit: submissionBodyLimit },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
        if (body === null) return sendPlainErrorPage(reply, { status: 415 });
        if (hasTooManyFields(body)) return sendPlainErrorPage(reply, { status: 400 });
        const formValues = parseFormValues(new URLSearchParams(Buffer.from(body).toString()));
        const { [formKeyFieldName]: idempotencyKey, ...input } = formValues;
        reply.header('cache-control', 'no-store');
        const allowance = await senderLimits.consume(request.ip);
        // Over the limit nothing is stored. The page says when to retry, and keeps the input.
        const result = allowance.isAllowed
          ? await submissionReceiver.receive(input, { idempotencyKey }).catch((error: unknown) => {
              request.log.error({ err: error }, 'a form submission failed');
              return undefined;
            })
          : ({ ...allowance, outcome: 'limited' } as const);
        if (result?.outcome === 'limited') reply.header('retry-after', `${result.retryAfterSeconds}`);
        if (!allowance.isAllowed && !(await limitPageLimit.consume('all')).isAllowed)
          return sendPlainErrorPage(reply, { status: 429 });
        const { status, ...state } = toPageState(result, formValues);
        const { renderPage, pageHeaders } = getRenderedSite();
        const { html, hasFailed } = renderPage('/contact', state);
        const code = hasFailed ? 500 : status;
        return reply.code(code).headers(pageHeaders).type('text/html; charset=utf-8').send(html);
      },
    );
  });
}

/** Returns status and page state for an outcome, with the input; `result` is undefined if storing threw. */
function toPageState(result: SubmissionAnswer | undefined, formValues: FormValues): PageState & { status: number } {
  switch (result?.outcome) {
    case 'accepted': {
      const { reference, answerBy } = result;
      const outcome = { kind: 'sent', reference, ...(answerBy && { answerBy }) } as const;
      return { status: 200, outcome, formValues: createInitialFormValues() };
    }
    case 'refused':
      return { status: 422, outcome: { kind: 'refused', fieldErrors: result.fieldErrors }, formValues };
    case 'limited':
      return { status: 429, outcome: { kind: 'failed', retryAfterSeconds: result.retryAfterSeconds }, formValues };
    case 'unavailable':
      return { status: 503, outcome: { kind: 'failed' }, formValues };
    case undefined:
      return { status: 500, error: genericError };
  }
}

/** Normalises \r\n, which forms are sent with, to \n. */
function parseFormValues(form: URLSearchParams): FormValues {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
}

/** Returns true above 20 fields; our form has seven. Parsing and rendering thousands takes tens of milliseconds. */
function hasTooManyFields(body: Uint8Array): boolean {
  return Buffer.from(body.buffer).toString('latin1').split('&', 21).length > 20;
}
