/** What search engines and link previews read. Title 10–55 characters without the site's name, description 70–160. */
export interface Seo {
  title: string;
  description: string;
  keywords: readonly string[];
}
