import type { MailAddress } from '../text/mail-address.ts';

// Of English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Swedish and Danish mail programs.
const wrote =
  /(?:wrote|writes|schrieb|geschrieben|a écrit|escribió|ha scritto|schreef|geschreven|napisała?|pisze|escreveu|skrev)(?!\p{L})/iu;
// The site's own replies begin with a weekday.
const attributionStart =
  /^(?:\p{L}+, \d{1,2} \p{L}+ \d{4} at|On|Am|Le|El|En|Il|Op|W dniu|Dnia|Em|Den|\p{L}{2,4}\.,? \d)(?!\p{L})/u;
const originalMessage =
  /^[\s*]*[-‐–—_]{2,}\s*(?:original[ -](?:message|nachricht)|ursprüngliche (?:nachricht|mail)|message d['’]origine|(?:message|mensaje|mensagem) original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|[^\s\-‐–—_].{0,199}(?:wrote|schrieb|a écrit) ?:)\s*[-‐–—_]{2,}/i;
const copyMark = /(?:reply|response|write)\b.{0,30} above this line|^-{2,} .{0,20}this (?:line )?is a copy of/i;
const forwardMark =
  /forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato/i;
const fromField = /^[\s*]*(?:From|Von|De|Da|Van|Od|Från|Fra)[\s*]*:/;
const subjectField = /^[\s*]*(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Ämne|Emne)[\s*]*:/m;
const dateField =
  /^[\s*]*(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el| em)?|Fecha|Inviato|Data|Verzonden|Wysłan[eo]|Skickat|Sendt)[\s*]*:/m;
const otherField =
  /^[\s*]*(?:To|An|À|A|Para|Aan|Do|Till|Til|B?Cc|Kopi[ea]?|DW|Importance|Attachments?|Reply-To|Message-ID)[\s*]*:/i;

const isQuoted = (line: string) => /^\s{0,3}>/.test(line);
const isEmpty = (line: string) => /^[\s_]*$/.test(line);
const isNew = (line: string) => !isQuoted(line) && !isEmpty(line) && !copyMark.test(line);

/**
 * Splits a mail's text into new words, with their signature, and what is quoted of earlier mails. Answers between
 * quoted lines stay with what they answer: only what follows the last new words is a quotation. Nothing is dropped;
 * where nothing new would remain, `quoted` is empty.
 */
export function splitQuotedText(text: string): { text: string; quoted: string } {
  const lines = text.split('\n');
  const start = findQuotation(lines);
  if (!lines.slice(0, start).some(isNew)) return { text, quoted: '' };
  return { text: lines.slice(0, start).join('\n').trim(), quoted: lines.slice(start).join('\n').trim() };
}

/** Returns true if a mail's text has words besides what it quotes. */
export function hasOwnWords(text: string): boolean {
  const lines = text.split('\n');
  return lines.slice(0, findQuotation(lines)).some(isNew);
}

/** Returns the first line of the quotation that ends a text; the number of its lines if none does. */
export function findQuotation(lines: readonly string[]): number {
  // Longer lines are no marks of mail programs, and would cost time.
  const starts = lines.map((line) => line.slice(0, 500));
  return findMarkedQuote(starts, findUnmarkedQuote(starts));
}

/**
 * Returns the sender and the words of the first mail in a text that begins with its From, Date and Subject, as programs
 * forward mails. Anybody can write such a block: ask a person.
 */
export function findForwardedMail(text: string): { from: MailAddress; text: string } | null {
  const lines = text.split('\n', maxSearchedLines).map((line) => line.replace(/^[\s>]+/, ''));
  const starts = lines.map((line) => line.slice(0, 500));
  const head = starts.findIndex((_line, index) => startsHeader(starts, index));
  const [, name, address] =
    /:[\s*]*"?([^<>[\]"@]*?)[\s"*<[(]*(?:mailto:)?([^\s:<>[\]()"]+@[^\s<>[\]()"]+)/.exec(starts[head] ?? '') ?? [];
  if (name === undefined || address === undefined) return null;
  const end = starts.findIndex((line, index) => index > head && isEmpty(line));
  return { from: { name, address }, text: end < 0 ? '' : lines.slice(end).join('\n').trim() };
}

/** Lines in which an unmarked quotation is looked for. */
const maxSearchedLines = 5000;

/** Returns the first line, below new words, of a quotation to the end without marks at its lines; else their number. */
function findUnmarkedQuote(lines: readonly string[]): number {
  let lastNew = -1;
  for (const [index, line] of lines.slice(0, maxSearchedLines).entries()) {
    const isForwarded = lastNew >= 0 && forwardMark.test(lines[lastNew] ?? '');
    // A rule belongs to the quotation below it.
    if (lastNew >= 0 && !isForwarded && startsUnmarkedQuote(lines, index))
      return lines.findLastIndex((above, place) => place < index && !isEmpty(above)) + 1;
    if (isNew(line)) lastNew = index;
  }
  return lines.length;
}

function startsUnmarkedQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (originalMessage.test(line) || copyMark.test(line)) return true;
  if (startsHeader(lines, index)) return true;
  const length = [1, 2, 3].find((count) => rateAttribution(lines.slice(index, index + count)) === 3);
  const below = lines.slice(index + (length ?? 0), index + 10).find((each) => !isEmpty(each)) ?? '';
  return length !== undefined && !isQuoted(below);
}

function startsHeader(lines: readonly string[], index: number): boolean {
  const fields = fromField.test(lines[index] ?? '') ? lines.slice(index + 1, index + 12).join('\n') : '';
  return subjectField.test(fields) && dateField.test(fields);
}

/** Returns the lines of a quotation without their ">". Null stands for a line of a mail program: a header, "… wrote:". */
export function stripQuotationMarks(quotation: readonly string[]): (string | null)[] {
  const lines = quotation.map((line) => line.replace(/^[\s>|]+/, ''));
  const starts = lines.map((line) => (line.length > 500 ? '' : line));
  let attributionEnd = 0;
  let isHeader = false;
  return lines.map((line, index) => {
    const start = starts[index] ?? '';
    const length = [1, 2, 3].find((count) => rateAttribution(starts.slice(index, index + count)) > 1) ?? 0;
    attributionEnd = Math.max(attributionEnd, index + length);
    const isField = [fromField, subjectField, dateField, otherField].some((field) => field.test(start));
    isHeader = originalMessage.test(start) || (isHeader ? isField : startsHeader(starts, index));
    return isHeader || index < attributionEnd || copyMark.test(start) ? null : line;
  });
}

/** Returns the first line of the quotation with ">" that ends before `end`, with its "… wrote:"; `end` if none does. */
function findMarkedQuote(lines: readonly string[], end: number): number {
  const last = lines.findLastIndex((line, index) => index < end && isQuoted(line));
  const below = lines.slice(last + 1, end).find((line) => !isEmpty(line)) ?? '--';
  if (last < 0 || !/^-- ?$/.test(below)) return end;
  const first = lines.findLastIndex((line, index) => index < last && !isQuoted(line) && !isEmpty(line)) + 1;
  for (const rating of [3, 2, 1])
    for (const start of [first - 1, first - 2, first - 3])
      if (start >= 0 && rateAttribution(lines.slice(start, first)) === rating) return start;
  return first;
}

/** Rates how surely these lines are one "On …, … wrote:": 3 with all its parts, 0 if they are none. */
function rateAttribution(lines: readonly string[]): 0 | 1 | 2 | 3 {
  if (!lines.at(-1)?.trimEnd().endsWith(':') || lines.some(isEmpty)) return 0;
  const text = lines.join(' ').trim();
  const hasTime = /\d[:.h]\d\d/.test(text);
  const hasSender = !text.startsWith('<') && /<[^<>\s@]+@[^<>\s]+>/.test(text);
  if (!wrote.test(text)) return hasTime && hasSender ? 2 : 0;
  if (attributionStart.test(text)) return hasTime || text.includes('@') ? 3 : 1;
  return hasSender ? (hasTime ? 3 : 2) : 1;
}
