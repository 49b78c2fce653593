import type { ComponentType } from 'react';

import { readKept } from './kept.ts';
import { waitForNextTask } from './next-task.ts';

const islands = import.meta.glob<ComponentType>('/site/**/*.island.tsx', { import: 'default' });

/** Signs that a visitor turns to an island. */
const signs = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'input'];

/**
 * Lets each island of the page come alive when it is turned to, or at once where something waits for it. Until then, and where its
 * scripts do not come, it works as the plain HTML that it is.
 */
export function startIslands(main: HTMLElement, left: AbortSignal): void {
  for (const element of main.querySelectorAll<HTMLElement>('[data-island]')) {
    let isStarted = false;
    const start = () => {
      if (isStarted) return;
      isStarted = true;
      hydrate(element, left).catch((fault: unknown) => console.warn('An island stays plain HTML:', fault));
    };
    if (readKept(element.dataset['stored'] ?? '') !== undefined) start();
    else for (const sign of signs) element.addEventListener(sign, start, { once: true, passive: true });
  }
}

async function hydrate(element: HTMLElement, left: AbortSignal): Promise<void> {
  const load = islands[element.dataset['island'] ?? ''];
  if (!load) throw new Error(`There is no island ${element.dataset['island']}`);
  const [{ hydrateIsland }, component] = await Promise.all([import('../islands/hydrate.tsx'), load()]);
  // Their code has just been run: what follows is a task of its own, so that none keeps a slow phone from answering.
  await waitForNextTask();
  if (!left.aborted) hydrateIsland(element, component, left);
}
