import { Component, type ComponentType, type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

/**
 * Hydrates an island until the visitor leaves the page. Typed values survive: if the island fails, its original HTML is
 * shown below the error message, and the browser itself sends the form.
 */
export function hydrateIsland(element: HTMLElement, IslandComponent: ComponentType, left: AbortSignal): void {
  // The cast is safe: the page and this script are from one build.
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '') as object;
  const plain = [...element.childNodes].map((node) => node.cloneNode(true));
  const typed = readFields(element);
  // In a transition React hydrates in slices of five milliseconds, and at once if the visitor interacts.
  startTransition(() => {
    const root = hydrateRoot(
      element,
      <Boundary
        fallback={(error) => <Failure error={error} plain={plain} typed={readFields(element)} />}
        onReady={() => element.setAttribute('data-live', '')}
      >
        <IslandComponent {...props} />
      </Boundary>,
      {
        // A translator or extension has changed the text: React re-creates the island, and with it empty fields.
        onRecoverableError: () => fillFields(element, typed),
        // The boundary shows the error.
        onCaughtError: (error) => console.error(error),
      },
    );
    left.addEventListener('abort', () => root.unmount());
  });
}

interface BoundaryProps {
  fallback: (error: unknown) => ReactNode;
  onReady: () => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed?: { error: unknown } }> {
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

interface FailureProps {
  error: unknown;
  plain: readonly Node[];
  typed: ReadonlyMap<string, string>;
}

function Failure({ error, plain, typed }: FailureProps) {
  const showPlain = (place: HTMLElement | null) => {
    if (!place || place.hasChildNodes()) return;
    place.append(...plain);
    fillFields(place, typed);
  };
  return (
    <>
      <div role="alert" className="outcome mt-8 border-balloon">
        <h3 className="text-h3 font-bold">Unexpected Application Error!</h3>
        <p className="mt-1">{error instanceof Error && error.message !== '' ? error.message : 'Unknown error'}</p>
        <p className="mt-1">You can go on: your browser sends the form below by itself.</p>
      </div>
      <div ref={showPlain} />
    </>
  );
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldsIn(element: HTMLElement): Field[] {
  return [...element.querySelectorAll<Field>('input[name], textarea[name]')];
}

function readFields(element: HTMLElement): ReadonlyMap<string, string> {
  return new Map(fieldsIn(element).map(({ name, value }) => [name, value]));
}

function fillFields(element: HTMLElement, typed: ReadonlyMap<string, string>): void {
  for (const field of fieldsIn(element)) field.value = typed.get(field.name) || field.value;
}
