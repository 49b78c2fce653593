// The package has no types of its own: this is the part that we use.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'sfnt';
      /** An axis is kept within limits, or pinned to a number. */
      variationAxes: Record<string, { min: number; max: number; default: number } | number>;
    },
  ): Promise<Buffer>;
}
