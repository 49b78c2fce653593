type Parameters = Record<string, string>;

// In the memory of the tab alone.
/** Where this visit began, if in this document. */
let visitSource: Parameters = {};
/** The page before each page, by path. */
const previousPaths: Parameters = {};
/** What is still to be reported of the visit: its first page may be left within a second. */
let unreportedSource: Parameters = {};
let currentPath = '';
let timer = 0;

/** Reports a page once it was visible for a second, with what led here if a visit begins with it. */
export function reportPageView(): void {
  const { pathname } = location;
  if (!currentPath) unreportedSource = visitSource = findVisitSource();
  // Back leads to a page that was come to from elsewhere.
  else if (window.navigation?.transition?.navigationType !== 'traverse') previousPaths[pathname] = currentPath;
  currentPath = pathname;
  const wait = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = window.setTimeout(report, 1000);
  };
  const report = () => {
    document.onvisibilitychange = null;
    reportStatistics(unreportedSource);
    unreportedSource = {};
  };
  // In place of those of the page before.
  window.onpageshow = ({ persisted }) => persisted && wait();
  document.onvisibilitychange = wait;
  wait();
}

/** Returns the page, the website and the campaign with which a visit begins; nothing if it began earlier. */
function findVisitSource(): Parameters {
  const { host, pathname, search } = location;
  const referrer = document.referrer && new URL(document.referrer);
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (referrer && referrer.host === host) previousPaths[pathname] = referrer.pathname;
  else if (load?.type === 'navigate') {
    const begin: Parameters = { first: pathname, host: referrer && referrer.hostname };
    for (const name of ['utm_source', 'utm_medium', 'utm_campaign'])
      begin[name] = (new URLSearchParams(search).get(name) ?? '').slice(0, 40);
    return begin;
  }
  return {};
}

/** Reports presses on our telephone number, our email address and a maker's website; of a double click the first. */
export function reportPresses(): void {
  addEventListener('click', ({ target, detail }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('a[data-fact]:not([target]), [data-press]');
    if (link && detail < 2) reportStatistics({ step: `${link.dataset['press'] ?? link.dataset['fact']}` });
  });
}

/** Reports this page, or a step on it, to our server, unless the visitor has objected. */
export function reportStatistics(details: Parameters): void {
  const counts = encodeUnlessObjected({ page: currentPath, ...details });
  if (counts) navigator.sendBeacon?.('/api/statistics', counts);
}

/** Returns what an enquiry tells of its visit, as a query string; empty if the visitor has objected. */
export function encodeVisitSource(): string {
  return `${encodeUnlessObjected(visitSource)}`;
}

function encodeUnlessObjected(details: Parameters): URLSearchParams | '' {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  try {
    const { counts = localStorage['counts'] } = document.documentElement.dataset;
    if (!globalPrivacyControl && doNotTrack !== '1' && counts !== 'off')
      return new URLSearchParams({ from: previousPaths[currentPath] ?? '', ...details });
  } catch {
    // Storage is blocked: an objection could not be read.
  }
  return '';
}
