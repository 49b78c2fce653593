interface ImportMetaEnv {
  /** Marks the pages of one build. */
  readonly BUILD: string;
  readonly SITE_URL: string;
  /** When each file of the content was last changed: see tooling/last-changes.ts. */
  readonly LAST_CHANGES: Readonly<Record<string, string | null>>;
  readonly SUPABASE_URL: string;
  readonly SUPABASE_ANON_KEY: string;
}
