import { resolveSupabaseBackend } from '../supabase-backend.ts';

/**
 * Starts the authentication client if local storage holds a session, which the client refreshes before it expires.
 * Without a session its code is not loaded.
 */
export async function startAuthClientIfSignedIn(): Promise<void> {
  const { url, headers, authStorageKey } = resolveSupabaseBackend();
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(authStorageKey);
  } catch {
    // Storage is blocked: there is no session to resume.
  }
  if (!stored) return;
  const { AuthClient } = await import('@supabase/auth-js');
  const client = new AuthClient({
    url: `${url}/auth/v1`,
    headers,
    storageKey: authStorageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
  });
  await client.initialize();
}
