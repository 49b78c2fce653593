import type { Page } from '@playwright/test';

import { expect } from './site.ts';

/** Checks what the browser tells assistive technology of a button: whether that which it controls is open. No attribute says so. */
export async function expectExpanded(page: Page, button: string, expanded: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const state = async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const named = { nodeId: root.nodeId, accessibleName: button, role: 'button' };
    const { nodes } = await session.send('Accessibility.queryAXTree', named);
    return nodes.map(({ properties = [] }) => properties.find(({ name }) => name === 'expanded')?.value.value);
  };
  await expect.poll(state).toEqual([expanded]);
  await session.detach();
}
