import { ChevronDown, ChevronLeft } from 'lucide';

import { Icon } from './icon.tsx';
import { NavLink } from './nav-link.tsx';

export interface ServiceLink {
  to: string;
  name: string;
}

interface ServicesMenuProps {
  label: string;
  services: readonly ServiceLink[];
}

/** The menu of the service pages: a sheet below the header, on a small screen a second page of the menu. */
export function ServicesMenu({ label, services }: ServicesMenuProps) {
  return (
    <div className="flex">
      <button type="button" popoverTarget="services-menu" className="nav-item menu-button">
        {label}
        <Icon shapes={ChevronDown} className="size-4 max-header:-rotate-90" />
      </button>
      <div id="services-menu" popover="auto" className="services-menu">
        <div className="wrap">
          <button
            type="button"
            popoverTarget="services-menu"
            popoverTargetAction="hide"
            className="nav-item header:hidden"
          >
            <Icon shapes={ChevronLeft} className="size-5" />
            Back
          </button>
          <ul className="grid gap-x-8 header:grid-cols-3 xl:grid-cols-4">
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
