/** Two towers and the cable between them: legible at 16 px. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className="size-8 shrink-0">
      <path d="M7 5v23M25 5v23M2 23h28" className="stroke-text" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M2 15 7 6c4.5 14 13.5 14 18 0l5 9"
        className="stroke-lamp"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M12 16v7M16 17.5v5.5M20 16v7" className="stroke-quiet" strokeWidth="1.5" />
    </svg>
  );
}
