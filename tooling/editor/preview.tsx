import { type SyntheticEvent, useState } from 'react';

/** The page itself, in a window as wide as a phone's or a desk's, with what is typed. */
export function Preview({ path }: { path: string | undefined }) {
  const [width, setWidth] = useState<'phone' | 'desk'>('desk');
  return (
    <section aria-label="Preview" className="preview" data-width={width}>
      <header className="bar">
        <h2>Preview</h2>
        {(['desk', 'phone'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={width === one} onClick={() => setWidth(one)}>
            {one === 'desk' ? 'Wide' : 'Phone'}
          </button>
        ))}
        {path === undefined ? null : (
          <a href={path} target="_blank" rel="noreferrer">
            Open {path}
          </a>
        )}
      </header>
      {path === undefined ? (
        <p>No page shows these words.</p>
      ) : (
        <div className="screen">
          {/* The site's own page, on its own origin, with its scripts: that is what is to be seen. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe key={path} src={path} title={`Preview of ${path}`} onLoad={loadAgainIfMissing} />
        </div>
      )}
    </section>
  );
}

/** The server needs some seconds for a page that is new. */
function loadAgainIfMissing({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  const { contentWindow: shown, src } = currentTarget;
  if (!src.endsWith('/404') && shown?.document.querySelector('[data-not-found]'))
    setTimeout(() => shown.location.reload(), 2000);
}
