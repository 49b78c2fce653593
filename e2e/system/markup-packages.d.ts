// The packages have no types: these are the parts in use.
declare module 'csstree-validator' {
  interface StyleFault {
    message: string;
    line: number;
    column: number;
  }
  export function validate(css: string, filename: string): StyleFault[];
}

declare module 'vnu-jar' {
  /** Path of the jar. */
  const path: { toString(): string };
  export default path;
}
