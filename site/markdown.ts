import { isValidElement, type ReactElement, type ReactNode } from 'react';

/** Words within a line, or lines of their own. */
type Part = string | { block: string };
type Element = ReactElement<{
  children?: ReactNode;
  href?: string;
  hidden?: boolean;
  'aria-hidden'?: boolean | string;
}>;

const unread = new Set(['svg', 'img', 'script', 'style', 'noscript', 'form', 'input', 'textarea', 'button']);
const inLine = new Set(['span', 'strong', 'em', 'time', 'br']);

/**
 * What people read of an element, as CommonMark with GitHub's tables. Components are called, as rendering on the server would: none
 * has hooks but islands, and where one stands, what is alive, the page itself is named.
 * @param page its whole address, to which links are relative
 */
export function markdownOf(node: ReactNode, page: string): string {
  return `${blocksOf(partsOf(node, page)).join('\n\n')}\n`;
}

function partsOf(node: ReactNode, page: string): Part[] {
  if (typeof node === 'string' || typeof node === 'number')
    return [`${node}`.replaceAll(/[\\`*_[\]<|]/g, String.raw`\$&`)];
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => partsOf(one, page));
  if (!isValidElement(node)) return [];
  const { type, props } = node as Element;
  if (typeof type === 'function') return partsOf((type as (given: object) => ReactNode)(props), page);
  if (typeof type === 'string' && (unread.has(type) || props.hidden || props['aria-hidden'])) return [];
  if ('data-island' in props) return [{ block: `<${page}>` }];
  const inside = partsOf(props.children, page);
  return typeof type === 'string' ? partsOfTag(type, inside, props.href && new URL(props.href, page).href) : inside;
}

function partsOfTag(tag: string, inside: Part[], href: string | undefined): Part[] {
  const blocks = blocksOf(inside);
  const line = blocks.join(' ');
  if (inLine.has(tag)) return [' ', ...inside, ' '];
  if (/^h[1-6]$/.test(tag)) return [{ block: `${'#'.repeat(Number(tag[1]))} ${line}` }];
  switch (tag) {
    case 'a':
      return href === undefined ? inside : [`[${line}](${href.replaceAll(/[<>\s]/g, encodeURIComponent)})`];
    case 'summary':
      return [{ block: `**${line}**` }];
    case 'dt':
      return [{ block: '' }, `**${line}** `];
    case 'dd':
      return [line, { block: '' }];
    case 'li':
      return [{ block: blocks.join('\n\n') }];
    case 'ul':
    case 'ol':
      return [{ block: listOf(blocks, tag === 'ol') }];
    case 'th':
    case 'td':
      return [`| ${line} `];
    case 'tr':
      return [{ block: `${line}|` }];
    case 'thead':
      return [{ block: `${line}\n${line.replaceAll(/(?:\\.|[^|\\])+/g, ' --- ')}` }];
    case 'tbody':
    case 'table':
      return [{ block: blocks.join('\n') }];
    default:
      return [{ block: '' }, ...inside, { block: '' }];
  }
}

function listOf(items: readonly string[], isOrdered: boolean): string {
  const isLoose = items.some((item) => item.includes('\n'));
  const lines = items.map((item, index) => {
    const mark = isOrdered ? `${index + 1}. ` : '- ';
    return mark + item.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
  });
  return lines.join(isLoose ? '\n\n' : '\n');
}

/** The blocks of what stands in an element: words that follow each other are one of their own. */
function blocksOf(parts: readonly Part[]): string[] {
  const blocks: string[] = [];
  let line = '';
  for (const part of [...parts, { block: '' }])
    if (typeof part === 'string') line += part;
    else {
      // A line that begins with a mark would be a list or a heading.
      const words = line
        .replaceAll(/[ \t\n]+/g, ' ')
        .replaceAll(')[', ') [')
        .trim()
        .replace(/^(\d*)([-+#>.)])(?= )/, String.raw`$1\$2`);
      blocks.push(words, part.block);
      line = '';
    }
  return blocks.filter((block) => block !== '');
}
