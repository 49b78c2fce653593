/** Colour roles that content may name; the colours themselves stand in app/styles/tokens.css, one pair (dark, light) each. */
export type Accent = 'lamp' | 'harbour' | 'balloon' | 'woods' | 'slate' | 'heather' | 'brick' | 'meadow';

/** The two ends of a drawn line. */
export type Gradient = readonly [from: Accent, to: Accent];
