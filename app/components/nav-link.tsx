import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

interface NavLinkProps {
  to: string;
  className: string;
  children: ReactNode;
}

/** A link that says when it leads to the current page. */
export function NavLink({ to, className, children }: NavLinkProps) {
  const { pathname } = useLocation();
  return (
    <a href={to} aria-current={pathname === to ? 'page' : undefined} className={className}>
      {children}
    </a>
  );
}
