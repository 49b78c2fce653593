import { type ReactNode, useEffect, useState } from 'react';

import { tooltipDelays, useHoverIntent } from '../hover-intent.ts';

interface TooltipProps {
  text: ReactNode;
  className: string;
  children: ReactNode;
}

/**
 * Shows the name of the control inside it: after a rest of the mouse, at once on keyboard focus, until Escape. It is hidden
 * from assistive technology, which reads the control's own name.
 */
export function Tooltip({ text, className, children }: TooltipProps) {
  const [isShown, setIsShown] = useState(false);
  const hover = useHoverIntent(tooltipDelays, {
    open: () => setIsShown(true),
    close: () => setIsShown(false),
    grace: 100,
  });

  // On the document: under a resting mouse the focus is somewhere else (WCAG 1.4.13, dismissible).
  useEffect(() => {
    if (!isShown) return;
    const hideOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsShown(false);
    };
    document.addEventListener('keydown', hideOnEscape);
    return () => document.removeEventListener('keydown', hideOnEscape);
  }, [isShown]);

  return (
    <span
      role="presentation"
      {...hover}
      onFocus={(event) => setIsShown(event.target.matches(':focus-visible'))}
      onBlur={() => setIsShown(false)}
      className={`relative ${className}`}
    >
      {children}
      <span aria-hidden="true" data-shown={isShown || undefined} className="tooltip">
        {text}
      </span>
    </span>
  );
}
