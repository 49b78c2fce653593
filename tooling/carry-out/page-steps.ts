/** A block of commands of a page. */
export interface Step {
  /** The heading of the second level above it. */
  section: string;
  /** What the comment right above it says, as `nginx` in `<!-- nginx -->`: for whom it is, or where. */
  marker: string | null;
  script: string;
}

/** The blocks of a page that are marked as commands of the shell, in their order. */
export function readSteps(page: string): Step[] {
  const parts = page.matchAll(/^## (?<heading>.+)$|(?:^<!-- (?<marker>.+) -->\n+)?^```sh\n(?<script>[^]*?)^```$/gm);
  const steps: Step[] = [];
  let section = '';
  for (const { groups: { heading, marker, script } = {} } of parts) {
    if (heading !== undefined) section = heading;
    if (script !== undefined) steps.push({ section, marker: marker ?? null, script });
  }
  return steps;
}
