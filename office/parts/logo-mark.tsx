import { logo } from '../../site/components/logo.ts';

/** The site's mark: two towers and the cable between them. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="logo-mark">
      <path d={logo.structure} className="logo-structure" />
      <path d={logo.cable} className="logo-cable" />
      <path d={logo.hangers} className="logo-hangers" />
    </svg>
  );
}
