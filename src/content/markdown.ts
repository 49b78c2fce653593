import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react';

type Node = MarkdownToJSX.ASTNode;

/** What a text may have, beside plain words, by the parser's rule. Everything else is refused. */
const allowedRules: ReadonlySet<Node['type']> = new Set([
  RuleType.text,
  RuleType.textFormatted,
  RuleType.paragraph,
  RuleType.breakLine,
  RuleType.link,
  RuleType.orderedList,
  RuleType.unorderedList,
  RuleType.heading,
]);

/** Returns the parsed nodes of a Markdown text. HTML is text. */
export function parseMarkdown(markdown: string): readonly Node[] {
  return parser(markdown, { disableParsingRawHTML: true });
}

/** Returns the links of a Markdown text, with their words. */
export function listMarkdownLinks(markdown: string): { label: string; target: string }[] {
  return flattenNodes(parseMarkdown(markdown)).flatMap((node) =>
    node.type === RuleType.link ? [{ label: readText(node.children), target: node.target ?? '' }] : [],
  );
}

/** Returns the words of each line of a Markdown text. */
export const removeMarkdownMarks = (markdown: string): string =>
  markdown.replaceAll(/\*\*|^(?:-|#{2,3}) |(?<=\])\([^)]*\)|[[\]]/gm, '');

const readText = (nodes: readonly Node[]): string =>
  flattenNodes(nodes)
    .map((node) => (node.type === RuleType.text ? node.text : ''))
    .join('');

/** Returns the words of a Markdown text as a page shows them; an empty line follows each paragraph and list entry. */
export function readMarkdownText(markdown: string): string {
  const parts = parseMarkdown(markdown).flatMap((node) => {
    if ('items' in node) return node.items.map((item) => `${readText(item)}\n\n`);
    const isBlock = node.type === RuleType.paragraph || node.type === RuleType.heading;
    return [readText([node]), isBlock ? '\n\n' : ''];
  });
  return parts.join('').trim();
}

/** Returns what is wrong with a Markdown text, as a predicate; undefined if nothing is. */
export function findMarkdownIssue(markdown: string): string | undefined {
  const nodes = flattenNodes(parseMarkdown(markdown));
  if (
    nodes.some(
      (node) => !allowedRules.has(node.type) || (node.type === RuleType.heading && ![2, 3].includes(node.level)),
    )
  )
    return 'takes bold words, links, lists, and headings after ## or ### only';
  const { target } =
    listMarkdownLinks(markdown).find(({ target: link }) => !/^(?:\/(?!\/)|https:\/\/|mailto:|tel:)\S*$/.test(link)) ??
    {};
  return target === undefined
    ? undefined
    : `links ${target === '' ? 'nothing' : target}: take an address of this site, like /contact, or one that begins with https://`;
}

function flattenNodes(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [
    node,
    ...('children' in node && Array.isArray(node.children) ? flattenNodes(node.children) : []),
    ...('items' in node ? node.items.flatMap(flattenNodes) : []),
  ]);
}
