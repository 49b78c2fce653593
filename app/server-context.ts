import { createContext } from 'react-router';

import type { Enquiries } from '../enquiries/enquiries.ts';

/** What the pages may ask of the core. The server puts it in; the pages never make one, so one process has one core. */
export const enquiriesContext = createContext<Pick<Enquiries, 'receive'>>();

/** Where a fault of a page is written down. While the pages are built there is no log: the console serves. */
export const reportFaultContext = createContext<(fault: unknown) => void>((fault) => console.error(fault));
