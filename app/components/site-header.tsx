import { Menu, X } from 'lucide';
import { memo, useRef } from 'react';
import { Link } from 'react-router';

import { Icon } from './icon.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NavLink } from './nav-link.tsx';
import { closePopover } from './popover.ts';
import { ServicesMenu, type ServiceLink } from './services-menu.tsx';
import { ThemeButton, ThemeIconButton, type ThemeLabels } from './theme-toggle.tsx';

interface SiteHeaderProps {
  site: { logoText: string };
  navigation: {
    services: { label: string };
    links: readonly { label: string; to: string }[];
    theme: ThemeLabels;
  };
  services: readonly ServiceLink[];
}

/**
 * The header of every page. Its menus are native popovers: they open, close and hold their links without any script. Of a change
 * of page it is rendered once, at the end, and not also at its beginning as all is that asks the router for its state.
 */
export const SiteHeader = memo(function SiteHeader({ site, navigation, services }: SiteHeaderProps) {
  const menu = useRef<HTMLElement>(null);
  const close = () => closePopover(menu.current);
  return (
    <header className="site-header">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="wrap flex min-h-(--header-height) flex-wrap items-center gap-4">
        <Link to="/" className="site-logo" onClick={close}>
          <LogoMark />
          {site.logoText}
        </Link>
        <button
          type="button"
          popoverTarget="site-menu"
          aria-label="Menu"
          className="icon-button menu-button ml-auto menu:hidden"
        >
          <Icon shapes={Menu} className="when-closed" />
          <Icon shapes={X} className="when-open" />
        </button>
        <nav id="site-menu" ref={menu} popover="auto" aria-label="Main" className="site-menu">
          <ServicesMenu label={navigation.services.label} services={services} onChoose={close} />
          <ul className="contents">
            {navigation.links.map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} onClick={close} className="nav-item">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
          <ThemeButton labels={navigation.theme} />
        </nav>
        <ThemeIconButton labels={navigation.theme} />
      </div>
    </header>
  );
});
