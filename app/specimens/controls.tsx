import { LoaderCircle, Menu, Moon } from 'lucide';
import type { ReactNode } from 'react';

import { ActionLink } from '../components/action-link.tsx';
import { Icon } from '../components/icon.tsx';
import { ProductAction } from '../components/product-action.tsx';
import { InState, states } from './states.tsx';

const controls: Record<string, ReactNode> = {
  'Primary button': <ActionLink to="/specimens" label="Primary" />,
  'Quiet button': <ProductAction link="/specimens" external={false} label="Quiet" subject="a product" />,
  'Out of the site': <ProductAction link="https://specimen.example/" external label="Outside" subject="a product" />,
  'Disabled button': (
    <button type="button" disabled className="button button-primary">
      Disabled
    </button>
  ),
  'Busy button': (
    <button type="button" disabled className="button button-primary">
      <Icon shapes={LoaderCircle} className="spin size-5" />
      Busy
    </button>
  ),
  'Icon button': (
    <button type="button" className="icon-button">
      <Icon shapes={Moon} />
      <span className="sr-only">Icon</span>
    </button>
  ),
  'Button of the menu': (
    <button type="button" className="icon-button menu-button">
      <Icon shapes={Menu} />
      <span className="sr-only">Menu</span>
    </button>
  ),
  "Header's link": <HeaderLink label="Item" />,
  "Header's link, current": <HeaderLink label="Item" isCurrent />,
  "Menu's link": <MenuLink label="Service" />,
  "Menu's link, current": <MenuLink label="Service" isCurrent />,
  "Footer's link": (
    <a href="#main" className="footer-link">
      Footer
    </a>
  ),
  'Link in text': (
    <a href="#main" className="link">
      Link
    </a>
  ),
};

/** Each control in each state, side by side. */
export function Controls() {
  return (
    <div className="specimen-states">
      <table>
        <thead>
          <tr>
            <th scope="col">Control</th>
            {Object.keys(states).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(controls).map(([name, control]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {Object.entries(states).map(([stateName, state]) => (
                <td key={stateName}>
                  <InState state={state}>{control}</InState>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In the place that its rules ask for. */
function HeaderLink({ label, isCurrent = false }: { label: string; isCurrent?: boolean }) {
  return (
    <ul className="site-menu">
      <li>
        <a href="#main" aria-current={isCurrent ? 'page' : undefined} className="nav-item">
          {label}
        </a>
      </li>
    </ul>
  );
}

function MenuLink({ label, isCurrent = false }: { label: string; isCurrent?: boolean }) {
  return (
    <a href="#main" aria-current={isCurrent ? 'page' : undefined} className="services-menu-item">
      {label}
    </a>
  );
}
