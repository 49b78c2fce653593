import type { ReactNode } from 'react';
import { formatDayAndTime } from '../../enquiries/response-target.ts';
import { logo } from '../../site/drawings/geometry.ts';
import { usePageContext } from './page-context.ts';
import { markHiddenCharacters } from '../../text/hidden-characters.ts';

/** Scripts of a page, in their order. The editor's stands where its pages begin. */
const scripts = { passkey: ['passkey'], inbox: ['kept', 'inbox'], editor: [] } as const;

interface DocumentProps {
  /** Title of the page. */
  title: string;
  children: ReactNode;
}

/** Renders the document around every page. It is not indexed, and browsers make no links of visitors' text. */
export function HtmlDocument({ title, children }: DocumentProps) {
  const { theme, script, content } = usePageContext();
  return (
    <html lang="en-GB" className={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme} />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{`${markHiddenCharacters(title)} – Office – ${content.site.name}`}</title>
        <link rel="stylesheet" href="/office.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {scripts[script ?? 'editor'].map((name) => (
          <script key={name} src={`/${name}.js`} defer />
        ))}
      </head>
      {children}
    </html>
  );
}

/** Renders a page without navigation, for signing in, invitations and errors. */
export function PageWithoutNavigation({ title, children }: DocumentProps) {
  return (
    <HtmlDocument title={title}>
      <body className="mx-auto grid max-w-[34rem] content-center gap-8 px-(--gutter) pt-8 pb-16">
        <header className={logoClassName}>
          <Logo />
        </header>
        <main id="main" className="grid justify-items-start gap-[1.1rem]">
          {children}
        </main>
      </body>
    </HtmlDocument>
  );
}

/** Classes of the element around the logo. */
export const logoClassName =
  'inline-flex min-h-11 items-center gap-[0.6rem] font-display text-[1.3rem] font-bold tracking-[-0.01em]';

/** Renders the site's logo, two towers and the cable between them, with the name of the office. */
export function Logo() {
  const { site } = usePageContext().content;
  return (
    <>
      <svg
        viewBox="0 0 32 32"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-8"
      >
        <path d={logo.structure} className="stroke-text" />
        <path d={logo.cable} className="stroke-lamp" />
        <path d={logo.hangers} strokeWidth="1.5" className="stroke-quiet" />
      </svg>
      <span>
        Office<span className="sr-only"> of {site.name}</span>
      </span>
    </>
  );
}

/** Renders a `time` element: readable text and a machine-readable `dateTime`. */
export function DateTime({ at }: { at: Date }) {
  const { now, content } = usePageContext();
  return <time dateTime={at.toISOString()}>{formatDayAndTime(at, now, content.office.timeZone)}</time>;
}
