import { Menu, X } from 'lucide';

import { Icon } from './icon.tsx';
import { LogoMark } from './logo-mark.tsx';
import { NavLink } from './nav-link.tsx';
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

/** The header of every page. Its menus are native popovers: they open, close and hold their links without any script. */
export function SiteHeader({ site, navigation, services }: SiteHeaderProps) {
  return (
    <header className="site-header">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <div className="wrap flex min-h-(--header-height) flex-wrap items-center gap-4">
        <a href="/" className="site-logo">
          <LogoMark />
          {site.logoText}
        </a>
        <button
          type="button"
          popoverTarget="site-menu"
          aria-label="Menu"
          className="icon-button menu-button ml-auto header:hidden"
        >
          <Icon shapes={Menu} className="when-closed" />
          <Icon shapes={X} className="when-open" />
        </button>
        <nav id="site-menu" popover="auto" aria-label="Main" className="site-menu">
          <ServicesMenu label={navigation.services.label} services={services} />
          <ul className="contents">
            {navigation.links.map(({ label, to }) => (
              <li key={to}>
                <NavLink to={to} className="nav-item">
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
}
