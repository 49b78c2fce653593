export function splitQuotedText(text: string): { text: string; quoted: string } {
  return { text, quoted: '' };
}
