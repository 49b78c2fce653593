import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RateLimit } from '../../server/rate-limits.ts';
import { readCookie } from '../shared/cookies.ts';
import { PageWithoutNavigation } from '../shared/html-document.tsx';
import type { Notice } from '../shared/page-context.ts';
import { homePath, formatSignInUrl, removeDoneQuery, type ReturnTarget } from '../shared/return-path.ts';
import type { OfficeContext, OfficeExchange, SignInReason } from '../shared/office-context.ts';
import { parseNotice, NoticeBanner } from '../shared/notices.tsx';
import { ButtonLink, HiddenFields, SubmitButton } from '../shared/post-button.tsx';
import { sendPage } from '../shared/send-page.tsx';
import { registerPasskeyRoutes, PasskeyButton, type PasskeyRejection, expiredChallenge } from './passkey-form.tsx';
import { isPasskeyId, createSignInOptions, verifySignature } from './passkeys.ts';

/** Registers GET /sign-in and its script's POSTs. All rejections are alike, so as not to reveal who exists. */
export function registerSignInRoutes(app: FastifyInstance, office: OfficeContext, failureLimit: RateLimit): void {
  const { people } = office;

  app.get('/sign-in', async (request, reply) => {
    const query = new URL(request.url, 'http://office.invalid').searchParams;
    const returnPath = removeDoneQuery(query.get('to') ?? homePath);
    const token = readCookie(request, 'session');
    if (token !== undefined && (await people.authenticateSession(token)) !== null)
      return reply.redirect(returnPath, 302);
    const page = <SignInPage returnPath={returnPath} notice={parseNotice(request, office.actionNotices)} />;
    return sendPage({ office, reply }, page, { script: 'passkey' });
  });

  registerPasskeyRoutes(app, office, failureLimit, {
    path: '/sign-in',
    getPurpose: () => 'sign in',
    createOptions: ({ expectedOrigin, challenge }) => createSignInOptions(expectedOrigin, challenge),
    async verifyResponse({ request: { body }, expectedOrigin, challenge }) {
      const { id, userHandle } = parseCredentialIds(body);
      const match = isPasskeyId(id) ? await people.findPasskey(id) : null;
      const verified = match && (await verifySignature(match.passkey, body, challenge, expectedOrigin));
      if (!verified || match.owner.handle !== userHandle) return unknownPasskey;
      if ((await people.consumeChallenge(challenge)).isReplay) return expiredChallenge;
      if (!(await people.recordPasskeyUse(id, verified.counter)).isAccepted) return unknownPasskey;
      return { email: match.owner.email, eventDetail: '' };
    },
  });
}

const unknownPasskey: PasskeyRejection = {
  errorStatus: 401,
  message: 'This passkey does not open the office. Choose another, or ask for an invitation.',
  countsAsFailure: true,
};

/** Sends the sign-in page, which then replays the form: no typed text is lost. */
export function promptSignIn(
  exchange: OfficeExchange,
  { returnPath, replayedFields }: ReturnTarget,
  reason: SignInReason,
): FastifyReply {
  const sessionEndedNotice = { kind: 'problem', text: 'Your session has ended. Sign in to go on.' } as const;
  const url = formatSignInUrl(replayedFields === undefined ? returnPath : homePath);
  const page = (
    <SignInPage
      returnPath={returnPath}
      replayedFields={replayedFields}
      notice={reason === 'ended' ? sessionEndedNotice : undefined}
      isReauthentication={reason !== 'ended'}
      goesOn={reason === 'publish'}
    />
  );
  return sendPage(exchange, page, { status: 401, url, script: 'passkey' });
}

/** Returns the passkey id and user handle that an authenticator's response claims. */
function parseCredentialIds(body: unknown): { id: string; userHandle: unknown } {
  const { id, response } = Object(body) as { id?: unknown; response?: unknown };
  const { userHandle } = Object(response) as { userHandle?: unknown };
  return { id: typeof id === 'string' ? id : '', userHandle };
}

interface SignInPageProps {
  /** Path in the office to go to afterwards. */
  returnPath: string;
  /** Values of a form to post to `returnPath` afterwards. The page shows the values, and saves nothing. */
  replayedFields?: ReturnTarget['replayedFields'] | undefined;
  notice?: Notice | undefined;
  /** True if the person is signed in and the action requires recent authentication. */
  isReauthentication?: boolean;
  /** True if the action is done without a second press. */
  goesOn?: boolean;
}

/** Renders the prompt for the passkey. */
export function SignInPage(props: SignInPageProps) {
  const { returnPath, replayedFields, notice, isReauthentication = false, goesOn = false } = props;
  const title = isReauthentication ? 'Show your passkey again' : 'Sign in';
  return (
    <PageWithoutNavigation title={title}>
      <h1>{title}</h1>
      <NoticeBanner notice={notice} />
      {isReauthentication ? (
        <p>
          To publish, to undo a publication, to export, to erase, to remove a passkey or to change who may do what takes
          more than an open page, which somebody else might use. Show your passkey once more:{' '}
          {goesOn
            ? 'it is published then, and you are not asked again for 30 minutes to publish.'
            : 'you go on where you are, and are not asked again for five minutes.'}{' '}
          Nothing has been done yet.
        </p>
      ) : (
        <p>Your passkey lets you in: the fingerprint, face or PIN of this device, or a phone or security key.</p>
      )}
      <PasskeyButton credentialMethod="get" action="/sign-in" returnPath={returnPath}>
        {isReauthentication ? 'Show the passkey' : 'Sign in with a passkey'}
      </PasskeyButton>
      {isReauthentication ? <ButtonLink to={homePath}>Back to the office</ButtonLink> : null}
      {replayedFields && <ReplayForm returnPath={returnPath} replayedFields={replayedFields} goesOn={goesOn} />}
      <p className="border-t border-hairline pt-[1.1rem] text-small text-quiet">
        Without a passkey that works, ask whoever looks after the website for a new invitation.
      </p>
    </PageWithoutNavigation>
  );
}

/** Renders the form with the typed values. The script submits it after signing in, or the person does. */
function ReplayForm({ returnPath, replayedFields, goesOn }: ReturnTarget & { goesOn: boolean }) {
  return (
    <form id="resume" method="post" action={returnPath} className="grid justify-items-start gap-[0.6rem]">
      <HiddenFields fields={{ ...replayedFields, ...(!goesOn && { resumed: 'yes' }) }} />
      <p className="text-quiet">
        What you typed or chose is kept here{goesOn ? '' : ', and shown again once you are in'}. Nothing is saved
        before.
      </p>
      <SubmitButton>Signed in elsewhere meanwhile: go on</SubmitButton>
    </form>
  );
}
