import { existsSync, readFileSync } from 'node:fs';

const header = 'app/styles/generated/header.css';

/**
 * A window in which the header shows its links beside one another. How wide that is follows from the words of the header, which
 * the build measures.
 */
export const desk = { width: Math.max(1280, widthOfHeader()), height: 720 };

function widthOfHeader(): number {
  const styles = existsSync(header) ? readFileSync(header, 'utf8') : '';
  return 16 * Number(/--breakpoint-header: ([\d.]+)rem/.exec(styles)?.[1] ?? 0);
}
