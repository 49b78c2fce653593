import { createContext } from 'react';

/** What the browser runs of this build, as the document that loads it names it. */
export interface BrowserCode {
  /** The address of the module that starts everything. */
  entry: string;
  /** The hash of each module, by its address. */
  integrity: Readonly<Record<string, string>>;
}

/** Given to the document by the server's entry, which knows what was built. */
export const BrowserCodeContext = createContext<BrowserCode>({ entry: '', integrity: {} });
