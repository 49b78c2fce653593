/** A mail's text in two parts: the person's new words with their signature, and what is quoted of earlier mails. */
export interface SplitText {
  text: string;
  quoted: string;
}

// Of English, German, French, Spanish, Italian, Dutch, Polish, Portuguese, Swedish and Danish mail programs.
const wrote =
  /(?:wrote|writes|schrieb|geschrieben|a écrit|escribió|ha scritto|schreef|geschreven|napisał|napisał\(a\)|napisała|pisze|escreveu|skrev)(?!\p{L})/iu;
const attributionStart = /^(?:On|Am|Le|El|En|Il|Op|W dniu|Dnia|Em|Den|\p{L}{2,4}\.,? \d)(?!\p{L})/u;
const timeOrAddress = /\d[:.h]\d\d|@/;
const senderAddress = /[^\s<].*<[^<>\s]+@[^<>\s]+>/;
const originalMessage =
  /^[\s*]*[-‐–—_]{2,}\s*(?:original[ -](?:message|appointment|nachricht)|ursprüngliche (?:nachricht|mail)|message d['’]origine|(?:message|mensaje|mensagem) original|messaggio originale|oorspronkelijk bericht|(?:pierwotna wiadomość|wiadomość oryginalna)|.{1,200}(?:wrote|schrieb|a écrit) ?:)\s*[-‐–—_]{2,}/i;
const replyMarker = /(?:reply|response|write)\b.{0,30} above this line|^-{2,} .{0,20}this (?:line )?is a copy of/i;
const forwardMarker =
  /forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato/i;
const fromField = /^[\s*]*(?:From|Von|De|Da|Van|Od|Från|Fra)[\s*]*:/;
const subjectField = /^[\s*]*(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Temat|Assunto|Ämne|Emne)[\s*]*:/;
const dateField =
  /^[\s*]*(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el| em)?|Fecha|Inviato|Data|Verzonden|Wysłan[eo]|Skickat|Sendt)[\s*]*:/;

/** Longest line that is tried for a mark, of what mail programs write; they wrap such lines or keep them short. */
const maxMarkLength = 500;
/** A quotation above the answer is moved below if it is longer: a short one is the question that is answered. */
const maxLeadingQuote = 8;

/**
 * Splits a mail's text into new words and quotation. Answers between quoted lines stay with what they answer: only what
 * follows the last new words is a quotation. Nothing is dropped; where nothing new would remain, `quoted` is empty.
 */
export function splitQuotedText(text: string): SplitText {
  const lines = text.split('\n');
  const start = findMarkedQuote(lines, findUnmarkedQuote(lines));
  if (!lines.slice(0, start).some(isNew)) return { text, quoted: '' };
  const answer = start === lines.length ? findAnswerBelow(lines) : 0;
  return {
    text: lines.slice(answer, start).join('\n').trim(),
    quoted: [...lines.slice(0, answer), ...lines.slice(start)].join('\n').trim(),
  };
}

const isBlank = (line: string) => line.trim() === '';
const isQuoted = (line: string) => /^\s{0,3}>/.test(line);
const isNew = (line: string) => !isQuoted(line) && !/^[\s_]*$/.test(line) && !isMark(line, replyMarker);
const isMark = (line: string, mark: RegExp) => line.length <= maxMarkLength && mark.test(line);

/** Returns the first line, below new words, of a quotation to the end without marks at its lines; else their number. */
function findUnmarkedQuote(lines: readonly string[]): number {
  let lastNew = -1;
  for (const [index, line] of lines.entries()) {
    if (lastNew >= 0 && startsUnmarkedQuote(lines, index, lastNew)) {
      const isRuled = lines.slice(lastNew + 1, index).some((between) => !isBlank(between) && !isQuoted(between));
      return isRuled ? lastNew + 1 : index;
    }
    if (isNew(line)) lastNew = index;
  }
  return lines.length;
}

function startsUnmarkedQuote(lines: readonly string[], index: number, lastNew: number): boolean {
  const line = lines[index] ?? '';
  if (isMark(line, originalMessage) || isMark(line, replyMarker)) return true;
  if (isMark(line, fromField) && !isMark(lines[lastNew] ?? '', forwardMarker)) {
    const fields = lines.slice(index + 1, index + 12);
    return fields.some((field) => isMark(field, subjectField)) && fields.some((field) => isMark(field, dateField));
  }
  const length = [1, 2, 3].find((count) => isAttribution(lines.slice(index, index + count), 'sure'));
  return length !== undefined && !isQuoted(lines.slice(index + length).find((below) => !isBlank(below)) ?? '');
}

/** Returns the first line of the quotation with ">" that ends before `end`, with its "… wrote:"; `end` if none does. */
function findMarkedQuote(lines: readonly string[], end: number): number {
  const last = lines.findLastIndex((line, index) => index < end && isQuoted(line));
  const below = lines.slice(last + 1, end).find((line) => !isBlank(line));
  if (last < 0 || !(below === undefined || /^-- ?$/.test(below))) return end;
  const above = lines.findLastIndex((line, index) => index < last && !isQuoted(line) && !isBlank(line)) + 1;
  for (const certainty of ['sure', 'likely', 'possible'] as const)
    for (const count of [1, 2, 3])
      if (count <= above && isAttribution(lines.slice(above - count, above), certainty)) return above - count;
  return above;
}

/** Returns the first line of an answer below one long quotation; 0 if there is none. */
function findAnswerBelow(lines: readonly string[]): number {
  const first = lines.findIndex(isQuoted);
  const answer = lines.findIndex((line, index) => index > first && isNew(line));
  if (first < 0 || answer - first <= maxLeadingQuote || lines.findLastIndex(isQuoted) > answer) return 0;
  return lines.slice(0, findMarkedQuote(lines, answer)).some(isNew) ? 0 : answer;
}

/** Returns true if these lines are one "On …, … wrote:", as far as can be told. */
function isAttribution(lines: readonly string[], certainty: 'sure' | 'likely' | 'possible'): boolean {
  const text = lines.join(' ').trim();
  if (text.length > maxMarkLength || lines.some(isBlank) || !text.endsWith(':') || !wrote.test(text)) return false;
  if (certainty === 'possible') return true;
  return certainty === 'likely' ? senderAddress.test(text) : attributionStart.test(text) && timeOrAddress.test(text);
}
