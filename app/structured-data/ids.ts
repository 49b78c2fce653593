/** By what the nodes of the graphs are called: the same on every page and after every build, as long as addresses stay. */
export interface Ids {
  organization: string;
  site: string;
  /** The page's address, and the id of the page itself. */
  page: string;
  breadcrumbs: string;
  /** What the page is about, where that is a thing of its own. */
  subject: string;
}

/** @param siteUrl the site's origin, without a slash at the end */
export function idsOf(siteUrl: string, path: string): Ids {
  const page = siteUrl + path;
  return {
    organization: `${siteUrl}/#organization`,
    site: `${siteUrl}/#website`,
    page,
    breadcrumbs: `${page}#breadcrumbs`,
    subject: `${page}#subject`,
  };
}
