import { Moon, Sun } from 'lucide';

import { Icon } from './icon.tsx';

export interface ThemeLabels {
  light: string;
  dark: string;
  toLight: string;
  toDark: string;
}

// Both buttons show what they switch to. The small script in the head does the switching, from the first paint on, and the
// theme's class on the document decides which of the two labels is displayed.

/** Its name shows beside it, hidden from assistive technology, which reads the button's own: see behaviours/tooltips.ts. */
export function ThemeIconButton({ labels }: { labels: ThemeLabels }) {
  const name = (
    <>
      <span className="when-dark">{labels.toLight}</span>
      <span className="when-light">{labels.toDark}</span>
    </>
  );
  return (
    <span className="relative scripted ml-auto hidden header:flex">
      <button type="button" data-theme-toggle className="icon-button">
        <Icon shapes={Sun} className="when-dark" />
        <Icon shapes={Moon} className="when-light" />
        <span className="sr-only">{name}</span>
      </button>
      <span aria-hidden="true" className="tooltip">
        {name}
      </span>
    </span>
  );
}

export function ThemeButton({ labels }: { labels: ThemeLabels }) {
  return (
    <button type="button" data-theme-toggle className="scripted nav-item justify-start! header:hidden">
      <Icon shapes={Sun} className="when-dark size-5" />
      <Icon shapes={Moon} className="when-light size-5" />
      <span className="when-dark">{labels.light}</span>
      <span className="when-light">{labels.dark}</span>
    </button>
  );
}
