import { Component, type ComponentType, type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island until the visitor leaves the page. Typed values survive: if the island fails, its original HTML is
 * shown below the error message, and the browser itself sends the form.
 */
export function hydrateIsland(element: HTMLElement, IslandComponent: ComponentType, signal: AbortSignal): void {
  // The cast is safe: the page and this script are from one build.
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '') as object;
  const originalNodes = [...element.childNodes].map((node) => node.cloneNode(true));
  const fieldValues = readFields(element);
  // In a transition React hydrates in slices of five milliseconds, and at once if the visitor interacts.
  startTransition(() => {
    const root = hydrateRoot(
      element,
      <ErrorBoundary
        fallback={(error) => (
          <IslandFailure error={error} originalNodes={originalNodes} fieldValues={readFields(element)} />
        )}
        onReady={() => element.setAttribute('data-live', '')}
      >
        <IslandComponent {...props} />
      </ErrorBoundary>,
      {
        // A translator or extension has changed the text: React re-creates the island, and with it empty fields.
        onRecoverableError: () => fillFields(element, fieldValues),
        // The boundary shows the error.
        onCaughtError: (error) => console.error(error),
      },
    );
    signal.addEventListener('abort', () => root.unmount());
  });
}

interface ErrorBoundaryProps {
  fallback: (error: unknown) => ReactNode;
  onReady: () => void;
  children: ReactNode;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { failed?: { error: unknown } }> {
  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override state: { failed?: { error: unknown } } = {};

  override componentDidMount() {
    this.props.onReady();
  }

  override render() {
    const { failed } = this.state;
    return failed ? this.props.fallback(failed.error) : this.props.children;
  }
}

interface IslandFailureProps {
  error: unknown;
  originalNodes: readonly Node[];
  fieldValues: ReadonlyMap<string, string>;
}

function IslandFailure({ error, originalNodes, fieldValues }: IslandFailureProps) {
  const showOriginal = (container: HTMLElement | null) => {
    if (!container || container.hasChildNodes()) return;
    container.append(...originalNodes);
    fillFields(container, fieldValues);
  };
  return (
    <>
      <div role="alert" className="outcome mt-8 border-balloon">
        <h3 className="text-h3 font-bold">Unexpected Application Error!</h3>
        <p className="mt-1">{error instanceof Error && error.message !== '' ? error.message : 'Unknown error'}</p>
        <p className="mt-1">You can go on: your browser sends the form below by itself.</p>
      </div>
      <div ref={showOriginal} />
    </>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function listFields(element: HTMLElement): Field[] {
  return [...element.querySelectorAll<Field>(':is(input, textarea, select)[name]')];
}

function readFields(element: HTMLElement): ReadonlyMap<string, string> {
  return new Map(listFields(element).map(({ name, value }) => [name, value]));
}

function fillFields(element: HTMLElement, fieldValues: ReadonlyMap<string, string>): void {
  for (const field of listFields(element)) field.value = fieldValues.get(field.name) || field.value;
}
