import { DoorPage } from '../door/door-page.tsx';
import type { MessageView } from './view.ts';

export function MessagePage({ view }: { view: MessageView }) {
  const { title, advice, link } = view;
  return (
    <DoorPage view={view} title={title}>
      <h1>{title}</h1>
      <p>{advice}</p>
      {link ? (
        <p>
          <a href={link.to} className="button button-primary">
            {link.text}
          </a>
        </p>
      ) : null}
    </DoorPage>
  );
}
