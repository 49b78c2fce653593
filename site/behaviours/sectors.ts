import { whenNearView } from './near-view.ts';

/** The bridge of the sectors comes alive when it nears the view. Until then, and without its script, it stands. */
export function startSectors(main: HTMLElement, left: AbortSignal): void {
  const stage = main.querySelector<HTMLElement>('[data-stage]');
  if (!stage) return;
  const rows = [...main.querySelectorAll<HTMLElement>('[data-stage] + ul > li')];
  whenNearView(stage, '50%', left, () => {
    import('../sectors/bear-loads.ts')
      .then(({ bearLoads }) => left.aborted || bearLoads(stage, rows, left))
      .catch((fault: unknown) => console.warn('The bridge stands still:', fault));
  });
}
