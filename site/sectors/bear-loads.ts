import { createLoadSpanMotion } from './load-span-motion.ts';
import { spanLength } from './loaded-cable.ts';

/**
 * Lets the bridge bear the load of the row that is hovered, focused, tapped or, while the page is scrolled, nearest below it; and
 * lets its wagon be moved by hand. Where less motion is wanted nothing crosses: the bridge shows how it bends, and stands.
 */
export function bearLoads(stage: HTMLElement, rows: readonly HTMLElement[], left: AbortSignal): void {
  const slider = stage.querySelector('input');
  const list = rows[0]?.parentElement;
  if (!slider || !list) throw new Error('The stage of the sectors lacks a part');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const listening = { signal: left, passive: true };
  let isHeld = false;

  const bridge = createLoadSpanMotion(stage, Number(slider.value), left, (position) => {
    if (!isHeld) slider.value = String(position);
    slider.ariaValueText = (slider.dataset['position'] ?? '').replace('{metres}', String(Math.round(position)));
  });
  const moveByHand = () => {
    isHeld = true;
    const to = Number(slider.value);
    if (calm.matches) bridge.standAt(to);
    else bridge.pullTo(to);
  };
  slider.hidden = false;
  slider.addEventListener('input', moveByHand, listening);
  followRows({ stage, list, rows }, listening, (row) => {
    isHeld = false;
    if (calm.matches) return bridge.standAt(spanLength * (0.2 + (0.6 * rows.indexOf(row)) / (rows.length - 1)));
    bridge.sendAcross();
  });
}

interface Place {
  stage: HTMLElement;
  list: HTMLElement;
  rows: readonly HTMLElement[];
}

/** Marks the row that is hovered, focused, tapped or nearest below the stage, and tells of each that is chosen anew. */
function followRows(
  { stage, list, rows }: Place,
  listening: AddEventListenerOptions,
  tell: (row: HTMLElement) => void,
) {
  let isPointed = false;
  let chosen: HTMLElement | undefined;
  const choose = (row: HTMLElement | undefined) => {
    if (!row || row === chosen) return;
    chosen?.removeAttribute('data-chosen');
    row.dataset['chosen'] = '';
    chosen = row;
    tell(row);
  };
  const rowOf = (target: EventTarget | null) => rows.find((row) => target instanceof Node && row.contains(target));
  const chooseNearest = () => {
    if (isPointed || list.contains(document.activeElement)) return;
    const { top, bottom } = stage.getBoundingClientRect();
    if (top > innerHeight || bottom < 0) return;
    choose(rows.find((row) => row.getBoundingClientRect().bottom > bottom + row.offsetHeight / 2) ?? rows.at(-1));
  };
  const choosePointed = ({ target, pointerType }: PointerEvent) => {
    isPointed = pointerType === 'mouse';
    if (isPointed) choose(rowOf(target));
  };

  list.addEventListener('pointerover', choosePointed, listening);
  list.addEventListener('pointerleave', () => (isPointed = false), listening);
  for (const sign of ['click', 'focusin'])
    list.addEventListener(sign, ({ target }) => choose(rowOf(target)), listening);
  addEventListener('scroll', chooseNearest, listening);
  chooseNearest();
}
