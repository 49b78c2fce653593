import { drawBridgePaths } from './bridge-paths.ts';
import { type VisibleLoad, getSectorLoads } from './sector-loads.ts';

/**
 * Shows on the bridge the loads of the sector whose row is hovered, focused, tapped or, while scrolling, nearest to it.
 * A slider moves the loads.
 */
export function attachSectorLoadControls(
  stage: HTMLElement,
  sectorRows: readonly HTMLElement[],
  signal: AbortSignal,
): void {
  const slider = stage.querySelector('input');
  const written = stage.querySelector('[data-written]');
  const list = sectorRows[0]?.parentElement;
  if (!slider || !list) throw new Error('The sector stage has no slider or no rows');
  const listenerOptions = { signal, passive: true };
  const canHover = matchMedia('(hover: hover)');
  let chosenRow: HTMLElement | undefined;

  const moveLoads = (metres: number, cargo = getSectorLoads(chosenRow?.dataset['cargo'])) => {
    const offset = metres - computeCentre(cargo);
    const paths = drawBridgePaths(cargo.map((load) => ({ ...load, position: load.position + offset })));
    for (const [part, path] of Object.entries(paths))
      stage.querySelector(`[data-part=${part}]`)?.setAttribute('d', path);
    const place = (slider.dataset['position'] ?? '').replace('{metres}', String(Math.round(metres)));
    const words = ['[data-load]', 'h3'].map((selector) => chosenRow?.querySelector(selector)?.textContent);
    slider.ariaValueText = [place, ...words].join(', ');
  };
  const chooseRow = (row: HTMLElement | undefined) => {
    if (!row || row === chosenRow) return;
    chosenRow?.removeAttribute('data-chosen');
    row.dataset['chosen'] = '';
    chosenRow = row;
    written?.replaceChildren(row.querySelector('[data-load]')?.textContent ?? '');
    const middle = computeCentre(getSectorLoads(row.dataset['cargo']));
    slider.value = String(middle);
    moveLoads(middle);
  };
  // Rows lie below one another, or on a phone beside one another.
  const chooseNearest = () => {
    const isPointed = list.matches(canHover.matches ? ':is(:hover, :focus-within)' : ':focus-within');
    const stageBox = stage.getBoundingClientRect();
    if (isPointed || stageBox.top > innerHeight || stageBox.bottom < 0) return;
    const isNear = (row: HTMLElement) => {
      const { bottom, right, height, width } = row.getBoundingClientRect();
      return bottom > stageBox.bottom + height / 2 && right > stageBox.left + width / 2;
    };
    chooseRow(sectorRows.find(isNear) ?? sectorRows.at(-1));
  };

  slider.hidden = false;
  slider.addEventListener('input', () => moveLoads(Number(slider.value)), listenerOptions);
  for (const eventType of ['pointerover', 'click', 'focusin'])
    list.addEventListener(
      eventType,
      ({ target }) => chooseRow(sectorRows.find((row) => target instanceof Node && row.contains(target))),
      listenerOptions,
    );
  for (const scrollTarget of [window, list]) scrollTarget.addEventListener('scroll', chooseNearest, listenerOptions);
  chooseRow(sectorRows.find((row) => row.matches(':hover, :focus-within')) ?? sectorRows[0]);
  chooseNearest();
}

/** Returns the distance from the left tower to the middle of the loads, near the heaviest, in metres. */
function computeCentre(cargo: readonly VisibleLoad[]): number {
  const sum = (valueOf: (load: VisibleLoad) => number) =>
    cargo.reduce((total, load) => total + valueOf(load) * load.weight ** 2, 0);
  return sum(({ position }) => position) / (sum(() => 1) || 1);
}
