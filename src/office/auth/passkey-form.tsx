import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lifetimesMs } from '../../accounts/tokens.ts';
import { createRateLimit, type RateLimit, parseSenderKeys } from '../../server/rate-limits.ts';
import { deleteCookie, readCookie, setCookie, setSessionCookie } from '../shared/cookies.ts';
import { acceptJson } from '../shared/form.ts';
import type { OfficeContext } from '../shared/office-context.ts';
import { sendError, sendJsonError } from '../shared/error-responses.tsx';
import { expectedOriginKey, type ExpectedOrigin } from './expected-origin.ts';

interface PasskeyButtonProps {
  /** Method of `navigator.credentials`: `get` asks for a passkey, `create` registers one. */
  credentialMethod: 'get' | 'create';
  /** Path that the passkey is posted to; its options are at `/options` below it. */
  action: string;
  /** Path to go to afterwards. */
  returnPath: string;
  children: string;
}

/** Renders the button that passkey-script.js enables, and a sentence for browsers without scripts. */
export function PasskeyButton({ credentialMethod, action, returnPath, children }: PasskeyButtonProps) {
  return (
    <>
      <button
        type="button"
        data-ceremony={credentialMethod}
        data-action={action}
        data-to={returnPath}
        className="button button-primary noscript:hidden"
      >
        {children}
      </button>
      <p role="alert" className="fault font-semibold text-balloon empty:hidden" />
      <noscript>
        <p className="notice is-problem">
          Passkeys need scripts, and this browser has them switched off. Switch them on for this address and load the
          page again. Everything else in the office works without them.
        </p>
      </noscript>
    </>
  );
}

/** Rejection of a sign-in or registration. `countsAsFailure`: it counts towards the limit of failed signatures. */
export interface PasskeyRejection {
  errorStatus: number;
  message: string;
  countsAsFailure?: true;
}

/** Request of the page's script, with the challenge for the passkey to sign. */
interface PasskeyRequest {
  request: FastifyRequest;
  expectedOrigin: ExpectedOrigin;
  challenge: string;
}

/** What differs between signing in and accepting an invitation. */
interface PasskeyFlow {
  /** Path of the page, to which its script posts. */
  path: string;
  /** Returns the purpose of a challenge. One for an invitation is valid for that invitation only. */
  getPurpose(body: unknown): string;
  /** Resolves to the WebAuthn options for the browser. */
  createOptions(passkeyRequest: PasskeyRequest): Promise<object | PasskeyRejection>;
  /** Verifies the authenticator's response. Resolves to the person, and the detail of the event. */
  verifyResponse(passkeyRequest: PasskeyRequest): Promise<{ email: string; eventDetail: string } | PasskeyRejection>;
}

/** Registers the routes of a page's script. They accept JSON, and answer 429 after too many failures. */
export function registerPasskeyRoutes(
  app: FastifyInstance,
  office: OfficeContext,
  failureLimit: RateLimit,
  flow: PasskeyFlow,
): void {
  const { people, enquiries } = office;
  const { path, getPurpose, createOptions, verifyResponse } = flow;
  const createPasskeyRequest = (request: FastifyRequest, challenge: string): PasskeyRequest => {
    return { request, expectedOrigin: request.getDecorator(expectedOriginKey), challenge };
  };
  app.register(async (scriptRoutes) => {
    acceptJson(scriptRoutes);
    scriptRoutes.addHook('onRequest', async (request, reply) => {
      const allowance = await failureLimit.peek(parseSenderKeys(request.ip).senderKey);
      if (allowance.isAllowed) return undefined;
      return sendError({ office, reply: reply.header('retry-after', `${allowance.retryAfterSeconds}`) }, 429);
    });

    // The options contain a challenge, which the browser sends back. They are not limited: issuing one stores nothing.
    scriptRoutes.post(`${path}/options`, async (request, reply) => {
      const { token: value, challenge } = await people.issueChallenge(getPurpose(request.body));
      const options = await createOptions(createPasskeyRequest(request, challenge));
      if ('errorStatus' in options) return sendJsonError(reply, options.errorStatus, options.message);
      return setCookie(reply, 'ceremony', { value, maxAgeSeconds: lifetimesMs.challenge / 1000 }).send(options);
    });

    scriptRoutes.post(path, async (request, reply) => {
      const token = readCookie(request, 'ceremony');
      deleteCookie(reply, 'ceremony');
      const challenge = token === undefined ? null : await people.recomputeChallenge(getPurpose(request.body), token);
      const result =
        challenge === null ? expiredChallenge : await verifyResponse(createPasskeyRequest(request, challenge));
      if ('errorStatus' in result) {
        if (result.countsAsFailure) await failureLimit.consume(parseSenderKeys(request.ip).senderKey);
        return sendJsonError(reply, result.errorStatus, result.message);
      }
      const previousToken = readCookie(request, 'session');
      if (previousToken !== undefined) await people.endSession(previousToken);
      // A new token prevents session fixation.
      setSessionCookie(reply, await people.createSession(result.email));
      await enquiries.recordEvent('sign in', result.email, result.eventDetail);
      return reply.send({});
    });
  });
}

/** Rejection of an expired or used challenge. */
export const expiredChallenge: PasskeyRejection = {
  errorStatus: 400,
  message: 'This took too long, or was done already. Try it again.',
};

/**
 * Returns the limit of failed signatures: 10 a minute per sender. There is no limit per network or in total, so that
 * strangers cannot lock out anybody else. Each server counts separately.
 */
export const createFailureLimit = (): RateLimit => createRateLimit('passkeys', { points: 10, duration: 60 });
