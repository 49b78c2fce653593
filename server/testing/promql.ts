import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  metric: string;
  matchers: readonly { label: string; operator: string; value: string }[];
}

export interface Expression {
  selectors: readonly Selector[];
  /** The labels that it groups by. */
  grouping: readonly string[];
}

/** Reads a PromQL expression. Throws where Prometheus would not understand it. */
export function readPromql(text: string): Expression {
  const selectors: { metric: string; matchers: { label: string; operator: string; value: string }[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter({ type, node, from, to }) {
      const here = text.slice(from, to);
      const part = (name: string): string => {
        const child = node.getChild(name);
        return child === null ? '' : text.slice(child.from, child.to);
      };
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push({ metric: part('Identifier'), matchers: [] });
      if (type.name === 'UnquotedLabelMatcher') {
        const value = part('StringLiteral').slice(1, -1);
        selectors.at(-1)?.matchers.push({ label: part('LabelName'), operator: part('MatchOp'), value });
      }
      if (type.name === 'LabelName' && node.parent?.type.name === 'GroupingLabels') grouping.push(here);
    },
  });
  return { selectors, grouping };
}
