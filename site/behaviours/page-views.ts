type Parameters = Record<string, string>;

/** Where this visit began, if in this document, and the page before this one. In the memory of the tab alone. */
let [origin, previousPath, currentPath]: [Parameters, string, string] = [{}, '', ''];
let timer = 0;

/** Reports a page once it was visible for a second, with what led here if a visit begins with it. */
export function reportPageView(): void {
  const { pathname, search, host } = location;
  let source: Parameters = {};
  if (currentPath) previousPath = currentPath;
  else {
    const { referrer } = document;
    const from = referrer ? new URL(referrer) : undefined;
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (from?.host === host) previousPath = from.pathname;
    else if (load?.type === 'navigate') {
      source = { host: from?.hostname ?? '' };
      for (const [name, value] of new URLSearchParams(search)) if (name.startsWith('utm_')) source[name] = value;
      origin = { ...source, first: pathname };
    }
  }
  currentPath = pathname;
  const wait = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = window.setTimeout(report, 1000);
  };
  const report = () => {
    document.onvisibilitychange = null;
    reportCounts(source);
  };
  // In place of that of the page before.
  document.onvisibilitychange = wait;
  window.onpageshow = ({ persisted }) => persisted && reportPageView();
  wait();
}

/** Reports this page, or a step on it, to our server, unless the visitor has objected. */
export function reportCounts(details: Parameters): void {
  const counts = new URLSearchParams({ page: currentPath, from: previousPath, ...details });
  if (!hasObjected()) navigator.sendBeacon('/api/numbers', counts);
}

/** Returns what an enquiry tells of its visit, as a query string; empty if the visitor has objected. */
export function describeVisit(): string {
  return hasObjected() ? '' : `${new URLSearchParams({ from: previousPath, ...origin })}`;
}

function hasObjected(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  try {
    const { counts = localStorage['counts'] } = document.documentElement.dataset;
    return globalPrivacyControl || doNotTrack === '1' || counts === 'off';
  } catch {
    // Storage is blocked: an objection could not be read.
    return true;
  }
}
