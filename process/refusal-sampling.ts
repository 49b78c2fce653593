/**
 * A function that says whether a line is to be written: not where it tells of a refused request (by a `status` of 400 to 499) and
 * `perSecond` others have been written within a second. Of those left out `tell` hears once the second is over: how many, by
 * status.
 */
export function sampleRefusals(
  perSecond: number,
  tell: (more: Readonly<Record<string, number>>) => void,
): (line: unknown) => boolean {
  let written = 0;
  let more: Record<string, number> = {};
  function startAgain(): void {
    if (Object.keys(more).length > 0) tell(more);
    written = 0;
    more = {};
  }
  return (line) => {
    const status = typeof line === 'object' && line !== null && 'status' in line ? Number(line.status) : 0;
    if (status < 400 || status > 499) return true;
    if (written === 0) setTimeout(startAgain, 1000).unref();
    if (written < perSecond) {
      written += 1;
      return true;
    }
    more[status] = (more[status] ?? 0) + 1;
    return false;
  };
}
