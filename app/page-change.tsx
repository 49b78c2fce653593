import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { PageTransition } from './components/page-transition.tsx';

/**
 * After a change of page the focus goes to the new page's heading, so that a screen reader reads it and the keyboard
 * starts there: what a full page load does by itself. A picture of the old page fades out over the new one.
 */
export function PageChange() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // What only programs read came with the page that was loaded. Of this one nothing is said, rather than that.
    document.querySelectorAll('[property],[type$=json]').forEach((element) => element.remove());
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    // No picture of the new page: Chromium gives no clicks to what it shows as a picture, whatever its `pointer-events`.
    document.documentElement.style.viewTransitionName = 'none';
  }, [pathname]);
  // React runs this when the transition is over.
  useEffect(() => {
    document.documentElement.style.viewTransitionName = '';
  });
  return <PageTransition key={pathname} />;
}
