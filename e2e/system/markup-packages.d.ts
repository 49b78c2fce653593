// The packages have no types of their own: this is the part that we use.
declare module 'csstree-validator' {
  interface StyleFault {
    message: string;
    line: number;
    column: number;
  }
  export function validate(css: string, filename: string): StyleFault[];
}

declare module 'vnu-jar' {
  /** The path of the jar. */
  const path: { toString(): string };
  export default path;
}
