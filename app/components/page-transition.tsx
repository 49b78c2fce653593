import { type ReactNode, ViewTransition } from 'react';

interface PageTransitionProps {
  name?: string;
  children?: ReactNode;
}

/**
 * Makes a change of page in which it appears a view transition. With a `name`, the one element in it moves over into its
 * counterpart on the next page, if both are in view; a page has each name once. Where less motion is wanted, and on the server,
 * whose HTML would bear attributes that no standard knows, it is only what is in it.
 */
export function PageTransition({ name, children }: PageTransitionProps) {
  if (!isMotionWelcome) return children;
  return (
    <ViewTransition name={name ?? 'auto'} update="none">
      {children}
    </ViewTransition>
  );
}

const isMotionWelcome = !import.meta.env.SSR && !matchMedia('(prefers-reduced-motion: reduce)').matches;
