import type { ReactNode } from 'react';

interface TooltipProps {
  text: ReactNode;
  className: string;
  children: ReactNode;
}

/** The name of the control inside it, hidden from assistive technology, which reads the control's own: see behaviours/tooltips.ts. */
export function Tooltip({ text, className, children }: TooltipProps) {
  return (
    <span className={`relative ${className}`}>
      {children}
      <span aria-hidden="true" className="tooltip">
        {text}
      </span>
    </span>
  );
}
