import type { ComponentType } from 'react';

const islandModules = import.meta.glob<{ default: unknown }>('/src/site/**/*.island.tsx', { eager: true });

interface IslandProps<Props extends object> {
  /** Namespace of the module; its default export is the component. */
  module: { default: ComponentType<Props> };
  props: Props;
  /** Key in session storage whose presence hydrates the island at once. */
  hydrationStorageKey: string;
}

/**
 * Renders a component that is hydrated in the browser: the default export of a module named `*.island.tsx`. Its props
 * are sent beside it as JSON. Everything else on a page is rendered on the server only. Throws for any other component.
 */
export function Island<Props extends object>({ module: island, props, hydrationStorageKey }: IslandProps<Props>) {
  const [path] = Object.entries(islandModules).find(([, { default: component }]) => component === island.default) ?? [];
  if (path === undefined) throw new Error('An island must be the default export of a module named *.island.tsx');
  const Component = island.default;
  return (
    <>
      <div data-island={path} data-stored={hydrationStorageKey}>
        <Component {...props} />
      </div>
      <script
        type="application/json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', String.raw`\u003c`) }}
      />
    </>
  );
}
