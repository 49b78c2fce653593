import type { AuthClient as AuthClientClass } from '@supabase/auth-js';

import { backend } from '../backend.ts';

type AuthClient = InstanceType<typeof AuthClientClass>;

let client: Promise<AuthClient> | undefined;

/**
 * The authentication client: anonymous until somebody signs in, the session kept in local storage and refreshed before it
 * expires. One per page; its code is loaded by the first call.
 */
export function authClient(): Promise<AuthClient> {
  client ??= import('@supabase/auth-js').then(({ AuthClient }) => {
    const { url, headers, storageKey } = backend();
    return new AuthClient({
      url: `${url}/auth/v1`,
      headers,
      storageKey,
      persistSession: true,
      autoRefreshToken: true,
      detectSessionInUrl: false,
    });
  });
  return client;
}

/** Starts the client where a session is stored, so that it is refreshed; a visitor without one pays nothing for it. */
export function resumeStoredSession(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(backend().storageKey);
  } catch {
    // Storage is blocked: there is no session to resume.
  }
  if (stored) void authClient();
}
