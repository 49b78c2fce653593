import { createContext, use } from 'react';

import type { Content } from '../../content/kinds.ts';

/** What the inbox says of the site. */
export const InboxWords = createContext<Pick<Content, 'site' | 'navigation'> | undefined>(undefined);

export function useInboxWords(): Pick<Content, 'site' | 'navigation'> {
  const words = use(InboxWords);
  if (!words) throw new Error('The inbox is shown without its words');
  return words;
}
