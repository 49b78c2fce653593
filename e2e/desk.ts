/** A window in which the header shows its links beside one another. */
export const desk = { width: 1280, height: 720 };
