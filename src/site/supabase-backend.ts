interface SupabaseBackend {
  url: string;
  isOwnServer: boolean;
  headers: Record<string, string>;
  authStorageKey: string;
}

/** Returns the base of the Supabase-compatible endpoints: this site's server, or the project named in the document. */
export function resolveSupabaseBackend(): SupabaseBackend {
  const { supabaseUrl, supabaseKey: key } = document.documentElement.dataset;
  const url = supabaseUrl ?? location.origin;
  return {
    url,
    isOwnServer: supabaseUrl === undefined,
    headers: key ? { apikey: key, Authorization: `Bearer ${key}` } : {},
    // The key that supabase-js uses, so that both find a session stored by the other.
    authStorageKey: `sb-${new URL(url).hostname.split('.')[0]}-auth-token`,
  };
}
