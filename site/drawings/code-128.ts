/** Alternating widths of the bars and gaps of a Code 128, in modules: the start, L, A, B and the bar after them. */
export const code128Widths = Array.from('2112141321311113231311231', Number);
