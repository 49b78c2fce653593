import { ChevronDown, ChevronLeft } from 'lucide';
import { type FocusEvent, type MouseEvent, type ToggleEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import { menuDelays, useHoverIntent } from '../hover-intent.ts';
import { Icon } from './icon.tsx';
import { NavLink } from './nav-link.tsx';
import { closePopover, isShown, openPopover } from './popover.ts';

export interface ServiceLink {
  to: string;
  name: string;
}

interface ServicesMenuProps {
  label: string;
  services: readonly ServiceLink[];
  onChoose: () => void;
}

/** The menu of the service pages: a sheet below the header, on a small screen a second page of the menu. */
export function ServicesMenu({ label, services, onChoose }: ServicesMenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const openedByHover = useRef(false);
  const close = () => closePopover(sheet.current);
  const { pathname } = useLocation();
  const hover = useHoverIntent(menuDelays, {
    open() {
      openedByHover.current = !isShown(sheet.current);
      openPopover(sheet.current);
    },
    close() {
      if (openedByHover.current) close();
    },
    grace: 300,
  });

  /** A click on the button of a menu that the pointer has just opened means "open it", not "close it again". */
  function keepWhatHoverOpened(event: MouseEvent) {
    if (openedByHover.current && isShown(sheet.current)) event.preventDefault();
    openedByHover.current = false;
  }

  function closeWhenFocusLeaves({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  /** The browser itself does this only for a popover that stands in no other, as this one does on a small screen. */
  function giveFocusBack({ newState }: ToggleEvent) {
    if (newState === 'closed' && sheet.current?.contains(document.activeElement)) opener.current?.focus();
  }

  function choose() {
    close();
    onChoose();
  }

  return (
    <div {...hover} onBlur={closeWhenFocusLeaves} className="flex">
      <button
        ref={opener}
        type="button"
        popoverTarget="services-menu"
        data-current={pathname.startsWith('/services/') || undefined}
        onClick={keepWhatHoverOpened}
        className="nav-item menu-button"
      >
        {label}
        <Icon shapes={ChevronDown} className="size-4 max-menu:-rotate-90" />
      </button>
      <div id="services-menu" ref={sheet} popover="auto" onBeforeToggle={giveFocusBack} className="services-menu">
        <div className="wrap">
          <button
            type="button"
            popoverTarget="services-menu"
            popoverTargetAction="hide"
            className="nav-item menu:hidden"
          >
            <Icon shapes={ChevronLeft} className="size-5" />
            Back
          </button>
          <ul className="grid gap-x-8 menu:grid-cols-3 xl:grid-cols-4">
            {services.map(({ to, name }) => (
              <li key={to}>
                <NavLink to={to} onClick={choose} className="services-menu-item">
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
