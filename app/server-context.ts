import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';

import type { ReceiveOutcome } from '../enquiries/receiving.ts';

/** What the pages may ask of the core, behind the server's limits. */
export interface PageReceiver {
  /** @param submission.key marks a submission, so that sending it again stores nothing */
  receive(input: unknown, submission?: { key?: string | undefined }): Promise<ReceiveOutcome>;
}

/** The server puts the core in; the pages never make one, so one process has one core. */
export const enquiriesContext = createContext<PageReceiver>();

/** Where a fault of a page is written down. While the pages are built there is no log: the console serves. */
export const reportFaultContext = createContext<(fault: unknown) => void>((fault) => console.error(fault));

/** What the browser runs of this build, as the document that loads it names it. */
interface BrowserCode {
  /** The address of the module that starts everything. */
  entry: string;
  /** The hash of each module, by its address. */
  integrity: Readonly<Record<string, string>>;
}

/** Given to the document by the server's entry, which knows what was built. */
export const BrowserCodeContext = createReactContext<BrowserCode>({ entry: '', integrity: {} });
