/** The widths of the bars and gaps of a bar code in turn, in its modules: Code 128, from its start to L, A, B and the bar behind. */
export const barWidths = Array.from('2112141321311113231311231', Number);
