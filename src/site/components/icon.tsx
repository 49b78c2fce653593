import type { IconNode } from 'lucide';
import { createElement } from 'react';

interface IconProps {
  /** Shapes that the icon library exports under the icon's name. */
  shapes: IconNode;
  className?: string;
  strokeWidth?: number;
}

/** An icon in the colour of the surrounding text. Decorative: text beside it carries the meaning. */
export function Icon({ shapes, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {shapes.map(([shape, attributes], index) => createElement(shape, { ...attributes, key: index }))}
    </svg>
  );
}
