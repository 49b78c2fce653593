import { Foreign } from './foreign-text.tsx';
import type { Notice as NoticeView } from './view.ts';

/** What became of the last act. It takes no focus: a reader comes to it first in the page's main part. */
export function Notice({ notice }: { notice: NoticeView | undefined }) {
  if (notice === undefined) return null;
  const { kind, text, details = [] } = notice;
  return (
    <div role={kind === 'problem' ? 'alert' : 'status'} className={`notice is-${kind}`}>
      <p>
        <Foreign text={text} />
      </p>
      {details.length > 0 ? (
        <ul>
          {details.map((detail) => (
            <li key={detail}>
              <Foreign text={detail} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
