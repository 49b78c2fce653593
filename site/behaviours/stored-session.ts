import { resolveBackend } from '../backend.ts';

/**
 * Starts the authentication client where a session is stored in local storage, so that it is refreshed before it expires. A visitor
 * without one pays nothing for it: its code is not loaded.
 */
export async function resumeStoredSession(): Promise<void> {
  const { url, headers, storageKey } = resolveBackend();
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(storageKey);
  } catch {
    // Storage is blocked: there is no session to resume.
  }
  if (!stored) return;
  const { AuthClient } = await import('@supabase/auth-js');
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers,
    storageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
  });
  await client.initialize();
}
