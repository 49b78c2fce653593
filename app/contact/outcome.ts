/** What a visitor typed, by field. */
export type Values = Readonly<Record<string, string>>;

/** One sentence for each field at fault. */
export type Faults = Readonly<Record<string, string>>;

/** How an attempt to send ended. `failed` may carry why in a sentence, or in how many seconds another attempt may succeed. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; faults: Faults }
  | { kind: 'failed'; reason?: string; retryAfterSeconds?: number };

/** The text fields of a form. Line breaks are \n, as in the fields themselves: forms are sent with \r\n. */
export function readValues(form: FormData): Values {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])),
  );
}

/** Stands before the page's title and before the words of each fault, so that nobody has to see a colour to know. */
export const errorPrefix = 'Error: ';
