import type { ComponentType } from 'react';

const islands = import.meta.glob<{ default: unknown }>('/site/**/*.island.tsx', { eager: true });

interface IslandProps<Props extends object> {
  of: { default: ComponentType<Props> };
  props: Props;
  /** Key in session storage whose presence hydrates the island at once. */
  stored: string;
}

/**
 * Renders a component that is hydrated in the browser: the default export of a module named `*.island.tsx`. Its props
 * are sent beside it as JSON. Everything else on a page is rendered on the server only. Throws for any other component.
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
