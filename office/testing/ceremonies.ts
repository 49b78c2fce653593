import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Browser } from './browser.ts';
import type { InboxUnderTest } from './inbox-under-test.ts';
import { createSoftwareAuthenticator, type Changes } from './software-authenticator.ts';

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;

/** A person with a browser and an authenticator, who has nothing to do with the inbox yet. */
export function somebody(inbox: Pick<InboxUnderTest, 'origin' | 'newBrowser'>) {
  const browser = inbox.newBrowser();
  const authenticator = createSoftwareAuthenticator();
  return {
    browser,
    authenticator,
    register: (token: string, changes?: Changes) => register(browser, authenticator, inbox.origin, token, changes),
    signIn: (changes?: Changes) => signIn(browser, authenticator, inbox.origin, changes),
  };
}

async function register(
  browser: Browser,
  authenticator: Authenticator,
  origin: string,
  token: string,
  changes?: Changes,
): Promise<Response> {
  const options = await browser.postJson(`/invitation/${token}/options`, {});
  if (!options.ok) return options;
  const asked = (await options.json()) as PublicKeyCredentialCreationOptionsJSON;
  return browser.postJson(`/invitation/${token}`, authenticator.create(asked, origin, changes));
}

async function signIn(
  browser: Browser,
  authenticator: Authenticator,
  origin: string,
  changes?: Changes,
): Promise<Response> {
  const options = await browser.postJson('/sign-in/options', {});
  if (!options.ok) return options;
  const asked = (await options.json()) as PublicKeyCredentialRequestOptionsJSON;
  return browser.postJson('/sign-in', authenticator.get(asked, origin, changes));
}
