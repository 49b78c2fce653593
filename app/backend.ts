/**
 * Where the Supabase-compatible endpoints stand: this site's own server, or the Supabase project that the build was
 * configured with (SUPABASE_URL, SUPABASE_ANON_KEY). Browser only.
 */
export function backend(): { url: string; headers: Record<string, string>; storageKey: string } {
  const url = import.meta.env.SUPABASE_URL || location.origin;
  const key = import.meta.env.SUPABASE_ANON_KEY;
  return {
    url,
    headers: key ? { apikey: key, Authorization: `Bearer ${key}` } : {},
    // The name that supabase-js gives it, so that a session stored by either is found by the other.
    storageKey: `sb-${new URL(url).hostname.split('.')[0]}-auth-token`,
  };
}
