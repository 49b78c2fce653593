import { drawSpan } from './load-span-points.ts';
import { type Cargo, findCargo } from './sector-loads.ts';

/**
 * Shows on the bridge the load of the row that is hovered, focused, tapped or, while scrolling, nearest to it. A slider
 * moves the load.
 */
export function attachLoadControls(stage: HTMLElement, rows: readonly HTMLElement[], left: AbortSignal): void {
  const slider = stage.querySelector('input');
  const list = rows[0]?.parentElement;
  if (!slider || !list) throw new Error('The stage of the sectors lacks a part');
  const listening = { signal: left, passive: true };
  const canHover = matchMedia('(hover: hover)');
  let chosen: HTMLElement | undefined;

  const moveTo = (metres: number, cargo = findCargo(chosen?.dataset['cargo'])) => {
    const way = metres - middleOf(cargo);
    const paths = drawSpan(cargo.map((load) => ({ ...load, at: load.at + way })));
    for (const [part, path] of Object.entries(paths))
      stage.querySelector(`[data-part=${part}]`)?.setAttribute('d', path);
    slider.ariaValueText = (slider.dataset['position'] ?? '').replace('{metres}', String(Math.round(metres)));
  };
  const choose = (row: HTMLElement | undefined) => {
    if (!row || row === chosen) return;
    chosen?.removeAttribute('data-chosen');
    row.dataset['chosen'] = '';
    chosen = row;
    const middle = middleOf(findCargo(row.dataset['cargo']));
    slider.value = String(middle);
    moveTo(middle);
  };
  // Rows lie below one another, or on a phone beside one another.
  const chooseNearest = () => {
    const isPointed = list.matches(canHover.matches ? ':is(:hover, :focus-within)' : ':focus-within');
    const place = stage.getBoundingClientRect();
    if (isPointed || place.top > innerHeight || place.bottom < 0) return;
    const isNear = (row: HTMLElement) => {
      const { bottom, right, height, width } = row.getBoundingClientRect();
      return bottom > place.bottom + height / 2 && right > place.left + width / 2;
    };
    choose(rows.find(isNear) ?? rows.at(-1));
  };

  slider.hidden = false;
  slider.addEventListener('input', () => moveTo(Number(slider.value)), listening);
  for (const sign of ['pointerover', 'click', 'focusin'])
    list.addEventListener(
      sign,
      ({ target }) => choose(rows.find((row) => target instanceof Node && row.contains(target))),
      listening,
    );
  for (const scrolled of [window, list]) scrolled.addEventListener('scroll', chooseNearest, listening);
  chooseNearest();
}

/** Returns the distance from the left tower to the middle of the loads, near the heaviest, in metres. */
function middleOf(cargo: readonly Cargo[]): number {
  const sum = (valueOf: (load: Cargo) => number) =>
    cargo.reduce((total, load) => total + valueOf(load) * load.weight ** 2, 0);
  return sum(({ at }) => at) / (sum(() => 1) || 1);
}
