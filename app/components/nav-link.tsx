import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

interface NavLinkProps {
  to: string;
  onClick: () => void;
  className: string;
  children: ReactNode;
}

/**
 * A link that says when it leads to the current page. Not React Router's own: that one is rendered at the beginning of every
 * change of page as well.
 */
export function NavLink({ to, onClick, className, children }: NavLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      prefetch="intent"
      onClick={onClick}
      className={className}
    >
      {children}
    </Link>
  );
}
