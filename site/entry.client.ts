import { showContactFacts } from './behaviours/contact-facts.ts';
import { startIslands } from './behaviours/islands.ts';
import { startMenus } from './behaviours/menus.ts';
import { logUnknownAddress } from './behaviours/not-found.ts';
import { startPageChange } from './behaviours/page-change.ts';
import { startSectors } from './behaviours/sectors.ts';
import { resumeStoredSession } from './behaviours/stored-session.ts';
import { startTooltips } from './behaviours/tooltips.ts';

// All that pages do by script, besides the theme. Each stands alone: one that fails leaves the others, and the page, as they are.
const ofTheDocument = [startMenus, startTooltips, logUnknownAddress, resumeStoredSession];
const ofEachPage = [startIslands, showContactFacts, startSectors];

for (const start of ofTheDocument) queueMicrotask(start);
queueMicrotask(() =>
  startPageChange((main, left) => {
    for (const show of ofEachPage) queueMicrotask(() => show(main, left));
  }),
);
