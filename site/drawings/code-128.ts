/** Code 128: start, L, A, B, E, L, the check symbol, stop. */
const symbols = ['211214', '132131', '111323', '131123', '132113', '132131', '121421', '2331112'];

/** The widths of the bars and gaps of that code in turn, in its modules. It begins and ends with a bar. */
export const barWidths = Array.from(symbols.join(''), Number);
