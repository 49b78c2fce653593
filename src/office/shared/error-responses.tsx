import type { FastifyReply, FastifyRequest } from 'fastify';
import { groupFieldValues, getForm } from './form.ts';
import { homePath } from './return-path.ts';
import { PageWithoutNavigation } from './html-document.tsx';
import type { OfficeExchange } from './office-context.ts';
import { HiddenFields, SubmitButton } from './post-button.tsx';
import { sendPage } from './send-page.tsx';

/** Title of an error page, and advice what to do. */
export interface ErrorTexts {
  title: string;
  advice: string;
}

/** Sends an error page that says what to do, or JSON if the passkey script sent the request. */
export function sendError(
  exchange: OfficeExchange,
  status: number,
  { title, advice } = getErrorTexts(exchange.reply.request, status),
): FastifyReply {
  const { reply } = exchange;
  if (isPasskeyScriptRequest(reply.request)) return sendJsonError(reply, status, advice);
  const form = getForm(reply.request);
  // A server error must not lose the typed text.
  const again =
    status >= 500 && form.size > 0 ? { action: reply.request.url, fields: groupFieldValues(form) } : undefined;
  return sendPage(exchange, <ErrorPage title={title} advice={advice} again={again} />, { status, url: homePath });
}

interface FailedForm {
  action: string;
  fields: ReturnType<typeof groupFieldValues>;
}

/** Renders an error page: a title, advice, the failed form to send again, and a link onwards. */
export function ErrorPage({ title, advice, again }: ErrorTexts & { again?: FailedForm | undefined }) {
  return (
    <PageWithoutNavigation title={title}>
      <h1>{title}</h1>
      <p>{advice}</p>
      {again && (
        <form method="post" action={again.action}>
          <HiddenFields fields={again.fields} />
          <SubmitButton className="button button-primary">Try again</SubmitButton>
        </form>
      )}
      <p>
        <a href={homePath} className={again ? 'button' : 'button button-primary'}>
          Open the office
        </a>
      </p>
    </PageWithoutNavigation>
  );
}

/** Sends the JSON `{ error: { message } }` to a script; the message is shown to people. */
export function sendJsonError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send({ error: { message } });
}

function isPasskeyScriptRequest({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^\/(?:sign-in|invitation)(?:[/?]|$)/.test(url);
}

function getErrorTexts({ id }: FastifyRequest, status: number): ErrorTexts {
  return (
    errorTexts[status] ?? {
      title: 'Something went wrong on our side',
      advice: `Your change may not have been saved. Try again in a minute. If it happens again, give ${id} to whoever looks after the website.`,
    }
  );
}

const goBackAdvice = 'Use your browser’s Back button, and try it again.';

const errorTexts: Readonly<Partial<Record<number, ErrorTexts>>> = {
  400: { title: 'This could not be read', advice: goBackAdvice },
  403: {
    title: 'This did not come from the office',
    advice: 'For your safety, pages of other sites cannot change anything here. Open the office and do it there.',
  },
  404: { title: 'There is nothing here', advice: 'The enquiry was erased meanwhile, or the address is not complete.' },
  405: {
    title: 'This cannot be opened',
    advice: 'The address is part of a form. Open the office and go on from there.',
  },
  413: { title: 'This is too much at once', advice: `Shorten it, or choose fewer enquiries. ${goBackAdvice}` },
  415: { title: 'This could not be read', advice: goBackAdvice },
  429: { title: 'Too many attempts', advice: 'Wait a minute, and try it again.' },
  503: {
    title: 'The office is busy',
    advice: `It has too much to do at the moment, and nothing has been changed. Wait a few seconds. ${goBackAdvice}`,
  },
};
