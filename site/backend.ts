/** Returns the base of the Supabase-compatible endpoints: this site's server, or the project named in the document. */
export function resolveBackend(): { url: string; isOwn: boolean; headers: Record<string, string>; storageKey: string } {
  const { supabaseUrl, supabaseKey: key } = document.documentElement.dataset;
  const url = supabaseUrl ?? location.origin;
  return {
    url,
    isOwn: supabaseUrl === undefined,
    headers: key ? { apikey: key, Authorization: `Bearer ${key}` } : {},
    // The key that supabase-js uses, so that both find a session stored by the other.
    storageKey: `sb-${new URL(url).hostname.split('.')[0]}-auth-token`,
  };
}
