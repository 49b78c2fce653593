import type { ComponentType } from 'react';
import { readSessionEntry } from './session-entries.ts';
import { waitForNextTask } from './next-task.ts';

const islands = import.meta.glob<ComponentType>('/src/site/**/*.island.tsx', { import: 'default' });

/** Events of a visitor turning to an island. */
const interactionEvents = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'input'];

/**
 * Hydrates each island of the page at the first interaction, or at once if session storage holds its entry. Until then,
 * and if its scripts fail to load, it works as plain HTML.
 */
export function startIslands(main: HTMLElement, signal: AbortSignal): void {
  for (const element of main.querySelectorAll<HTMLElement>('[data-island]')) {
    let isStarted = false;
    const start = () => {
      if (isStarted) return;
      isStarted = true;
      loadAndHydrate(element, signal).catch((error: unknown) => console.warn('An island stays plain HTML:', error));
    };
    if (readSessionEntry(element.dataset['stored'] ?? '') !== undefined) start();
    else for (const sign of interactionEvents) element.addEventListener(sign, start, { once: true, passive: true });
  }
}

async function loadAndHydrate(element: HTMLElement, signal: AbortSignal): Promise<void> {
  const load = islands[element.dataset['island'] ?? ''];
  if (!load) throw new Error(`There is no island ${element.dataset['island']}`);
  const [{ hydrateIsland }, component] = await Promise.all([import('../islands/hydrate-island.tsx'), load()]);
  // The modules have just run: hydrate in a separate task, so that no task blocks a slow phone for long.
  await waitForNextTask();
  if (!signal.aborted) hydrateIsland(element, component, signal);
}
