/** Makes a page its limit page, which no page with these words and styles can undercut: nothing else is fetched, and nothing runs. */
export function withoutScriptsAndFonts(source: string): string {
  return source
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="(?:font|script)")[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}
