import type { ComponentProps } from 'react';

interface TextLinkProps extends ComponentProps<'a'> {
  /** Says to screen readers that a link to another site opens a new tab. */
  newTab: string;
}

/** A link among words: to another site in a new tab, which cannot reach back. */
export function TextLink({ href = '', newTab, children, ...props }: TextLinkProps) {
  const isOutside = href.startsWith('https:');
  return (
    <a {...props} href={href} {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
      {isOutside ? <span className="sr-only"> {newTab}</span> : null}
    </a>
  );
}
