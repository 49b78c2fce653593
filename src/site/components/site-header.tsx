import { createContext, type ReactNode, use } from 'react';
import { ChevronDown, ChevronLeft, Menu, Moon, Sun, X } from 'lucide';
import type { Content } from '../../content/content-models.ts';
import { Icon } from './icon.tsx';
import { logo } from '../drawings/geometry.ts';

/** Path of the current page. */
export const CurrentPathContext = createContext('');

interface SiteHeaderProps extends Pick<Content, 'site' | 'navigation'> {
  texts: Content['controls'];
  services: readonly { to: string; name: string }[];
  /** Links that only the menu of a small screen has room for. */
  lists: Content['navigation']['links'];
}

/** The header of every page. Its menus are native popovers: they open, close and hold their links without scripts. */
export function SiteHeader({ site, navigation, texts, services, lists }: SiteHeaderProps) {
  const further = lists.filter((list) => navigation.links.every(({ to }) => to !== list.to));
  return (
    <header className="site-header">
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <div className="wrap flex min-h-(--header-height) items-center gap-4">
        <a href="/" className="site-logo">
          <LogoMark />
          {site.logoText}
        </a>
        {navigation.links
          .filter(({ to }) => to === '/contact')
          .map(({ label, to }) => (
            <NavLink key={to} to={to} className="icon-button contact-button @header:hidden">
              {label}
            </NavLink>
          ))}
        <button
          type="button"
          popoverTarget="site-menu"
          aria-label={texts.menu}
          className="icon-button menu-button @header:hidden"
        >
          <Icon shapes={Menu} className="when-closed size-5" />
          <Icon shapes={X} className="when-open size-5" />
        </button>
        <nav id="site-menu" popover="auto" aria-label={texts.mainNavigation} className="site-menu">
          <ServicesMenu label={navigation.services.label} backLabel={texts.back} services={services} />
          <ul className="contents">
            {[...navigation.links, ...further].map(({ label, to }, index) => (
              <li key={to} className={index < navigation.links.length ? undefined : '@header:hidden'}>
                <NavLink to={to} className="nav-item">
                  <span>{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
          <ThemeButton labels={navigation.theme} />
        </nav>
        <ThemeIconButton labels={navigation.theme} />
        {/* Screen readers do not read out that a button changes its name. Hidden until a press, or each page would begin so. */}
        <p role="status" className="sr-only">
          <span data-theme-status hidden>
            <span className="when-dark">{navigation.theme.dark}</span>
            <span className="when-light">{navigation.theme.light}</span>
          </span>
        </p>
      </div>
    </header>
  );
}

interface ServicesMenuProps extends Pick<SiteHeaderProps, 'services'> {
  label: string;
  backLabel: string;
}

/** Menu of the services: a sheet below the header, on a small screen a second level of the menu. */
function ServicesMenu({ label, backLabel, services }: ServicesMenuProps) {
  return (
    <div className="flex">
      <button type="button" popoverTarget="services-menu" className="nav-item menu-button">
        <span>{label}</span>
        <Icon shapes={ChevronDown} className="size-4 shrink-0 @max-header:-rotate-90" />
      </button>
      <div id="services-menu" popover="auto" className="services-menu">
        <div className="wrap">
          <button
            type="button"
            popoverTarget="services-menu"
            popoverTargetAction="hide"
            className="nav-item @header:hidden"
          >
            <Icon shapes={ChevronLeft} className="size-5" />
            {backLabel}
          </button>
          <ul className="services-deck">
            {services.map(({ to, name }) => (
              <li key={to}>
                <NavLink to={to} className="services-menu-item">
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** A link with `aria-current` for the current page, or for the list page above it. */
function NavLink({ to, className, children }: { to: string; className: string; children: ReactNode }) {
  const current = use(CurrentPathContext);
  return (
    <a
      href={to}
      aria-current={current === to ? 'page' : current.startsWith(`${to}/`) || undefined}
      className={className}
    >
      {children}
    </a>
  );
}

/** Logo: two towers and the cable between them, legible at 16 px. Hidden on a phone with text enlarged twice. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="size-8 shrink-0 @max-[14rem]:hidden">
      <path d={logo.structure} className="stroke-text" strokeWidth="2.5" strokeLinecap="round" />
      <path d={logo.cable} className="stroke-cable" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      <path d={logo.hangers} className="stroke-quiet" strokeWidth="1.5" />
    </svg>
  );
}

type ThemeButtonProps = { labels: Content['navigation']['theme'] };

// Both theme buttons show the theme that they switch to. The inline script in the head switches from first paint on;
// the theme class on the document selects the label.

/** Theme button: an icon with a tooltip. Assistive technology reads the button's own name: see behaviours/menus.ts. */
function ThemeIconButton({ labels }: ThemeButtonProps) {
  const name = (
    <>
      <span className="when-dark">{labels.toLight}</span>
      <span className="when-light">{labels.toDark}</span>
    </>
  );
  return (
    <span className="relative scripted ml-auto hidden @header:flex">
      <button type="button" data-theme-toggle className="icon-button">
        <Icon shapes={Sun} className="when-dark size-5" />
        <Icon shapes={Moon} className="when-light size-5" />
        <span className="sr-only">{name}</span>
      </button>
      <span hidden className="tooltip">
        {name}
      </span>
    </span>
  );
}

function ThemeButton({ labels }: ThemeButtonProps) {
  return (
    <button type="button" data-theme-toggle className="scripted nav-item justify-start! @header:hidden">
      <Icon shapes={Sun} className="when-dark size-5" />
      <Icon shapes={Moon} className="when-light size-5" />
      <span className="when-dark">{labels.light}</span>
      <span className="when-light">{labels.dark}</span>
    </button>
  );
}
