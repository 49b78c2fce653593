// The package has no types: these are the parts in use.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt';
      /** Limits of an axis, or the number to which it is pinned. */
      variationAxes: Record<string, { min: number; max: number; default: number } | number>;
    },
  ): Promise<Buffer>;
}
