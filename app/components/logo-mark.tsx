import { logo } from './logo.ts';

/** Two towers and the cable between them: legible at 16 px. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="size-8 shrink-0">
      <path d={logo.structure} className="stroke-text" strokeWidth="2.5" strokeLinecap="round" />
      <path d={logo.cable} className="stroke-lamp" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      <path d={logo.hangers} className="stroke-quiet" strokeWidth="1.5" />
    </svg>
  );
}
