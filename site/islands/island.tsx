import type { ComponentType } from 'react';

const islands = import.meta.glob<{ default: unknown }>('/site/**/*.island.tsx', { eager: true });

interface IslandProps<Props extends object> {
  of: { default: ComponentType<Props> };
  props: Props;
  /** Where this entry of session storage is there, the island does not wait to be turned to. */
  stored: string;
}

/**
 * A component that comes alive in the browser: a module named `*.island.tsx` that exports it as its default. Its props travel beside it as
 * JSON. Everything else on a page is rendered on the server alone.
 */
export function Island<Props extends object>({ of: island, props, stored }: IslandProps<Props>) {
  const [path] = Object.entries(islands).find(([, { default: component }]) => component === island.default) ?? [];
  if (path === undefined) throw new Error('The module of an island is named *.island.tsx');
  const Component = island.default;
  return (
    <>
      <div data-island={path} data-stored={stored}>
        <Component {...props} />
      </div>
      <script
        type="application/json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', String.raw`\u003c`) }}
      />
    </>
  );
}
