/** The logo mark on a square of 32 units, as SVG paths. The icons and the cards are drawn from it too. */
export const logo = {
  /** Two towers on a deck. */
  structure: 'M7 5v22M25 5v22M3 23h26',
  cable: 'M2 15 7 6c4.5 14 13.5 14 18 0l5 9',
  hangers: 'M12 16v7M16 17.5v5.5M20 16v7',
};
