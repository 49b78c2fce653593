/** Where the Supabase-compatible endpoints stand: on this site's own server, or in the Supabase project that the page names. */
export function resolveBackend(): { url: string; isOwn: boolean; headers: Record<string, string>; storageKey: string } {
  const { supabaseUrl, supabaseKey: key } = document.documentElement.dataset;
  const url = supabaseUrl ?? location.origin;
  return {
    url,
    isOwn: supabaseUrl === undefined,
    headers: key ? { apikey: key, Authorization: `Bearer ${key}` } : {},
    // The name that supabase-js gives it, so that a session stored by either is found by the other.
    storageKey: `sb-${new URL(url).hostname.split('.')[0]}-auth-token`,
  };
}
