import type { FastifyReply, FastifyRequest } from 'fastify';
import { listFields, readForm } from './form.ts';
import { firstPage } from './return-path.ts';
import { AuthPage } from './document.tsx';
import type { Inbox } from './inbox.tsx';
import { HiddenFields, Submit } from './post-button.tsx';

interface Words {
  title: string;
  advice: string;
}

/** Answers an error with a page that says what to do, or with JSON if the passkey script sent the request. */
export function refuse(
  inbox: Inbox,
  reply: FastifyReply,
  status: number,
  { title, advice } = wordsOf(reply.request, status),
): FastifyReply {
  if (isFromScript(reply.request)) return sendFault(reply, status, advice);
  const form = readForm(reply.request);
  // A fault must not lose the typed text.
  const again = status >= 500 && form.size > 0 ? { to: reply.request.url, sent: listFields(form) } : undefined;
  return inbox.show(reply, <RefusalPage title={title} advice={advice} again={again} />, { status, address: firstPage });
}

interface Again {
  to: string;
  sent: ReturnType<typeof listFields>;
}

/** Renders an error page: a title, advice, the failed form to send again, and a link onwards. */
export function RefusalPage({ title, advice, again }: Words & { again?: Again | undefined }) {
  return (
    <AuthPage title={title}>
      <h1>{title}</h1>
      <p>{advice}</p>
      {again && (
        <form method="post" action={again.to}>
          <HiddenFields fields={again.sent} />
          <Submit className="button button-primary">Try again</Submit>
        </form>
      )}
      <p>
        <a href={firstPage} className={again ? 'button' : 'button button-primary'}>
          Open the inbox
        </a>
      </p>
    </AuthPage>
  );
}

/** Answers a script with the JSON `{ error: { message } }`; the message is one sentence for people. */
export function sendFault(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send({ error: { message } });
}

function isFromScript({ method, url }: FastifyRequest): boolean {
  return method === 'POST' && /^\/(?:sign-in|invitation)(?:[/?]|$)/.test(url);
}

function wordsOf({ id }: FastifyRequest, status: number): Words {
  return (
    words[status] ?? {
      title: 'Something went wrong on our side',
      advice: `Your change may not have been saved. Try again in a minute. If it happens again, give ${id} to whoever looks after the website.`,
    }
  );
}

const backAgain = 'Use your browser’s Back button, and try it again.';

const words: Readonly<Partial<Record<number, Words>>> = {
  400: { title: 'This could not be read', advice: backAgain },
  403: {
    title: 'This did not come from the inbox',
    advice: 'For your safety, pages of other sites cannot change anything here. Open the inbox and do it there.',
  },
  404: {
    title: 'There is nothing here',
    advice: 'The enquiry was erased meanwhile, or the address is not complete.',
  },
  405: {
    title: 'This cannot be opened',
    advice: 'The address is part of a form. Open the inbox and go on from there.',
  },
  413: { title: 'This is too much at once', advice: `Shorten it, or choose fewer enquiries. ${backAgain}` },
  415: { title: 'This could not be read', advice: backAgain },
  429: { title: 'Too many attempts', advice: 'Wait a minute, and try it again.' },
  503: {
    title: 'The inbox is busy',
    advice: `It has too much to do at the moment, and nothing has been changed. Wait a few seconds. ${backAgain}`,
  },
};
