import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

/** Formats the selected words. Returns the text before the new selection, the new selection, and the text after it. */
const formats: Readonly<Record<string, (words: string) => readonly [string, string, string]>> = {
  Bold: (words) => ['**', words || 'bold words', '**'],
  Link: (words) => [`[${words || 'words'}](`, '/contact', ')'],
  List: (words) => ['\n\n', (words || 'Entry').replaceAll(/^\s*(?=\S)/gm, '- '), '\n\n'],
  Heading: (words) => ['\n\n## ', words || 'Heading', '\n\n'],
};

/** Renders a text of several paragraphs, with buttons that make its selected words bold, a link, a list or a heading. */
export function MarkdownField(textProps: ComponentProps<'textarea'>) {
  const textRef = useRef<HTMLTextAreaElement>(null);
  const apply = (format: (typeof formats)[string]) => {
    const field = textRef.current;
    if (!field) return;
    const { value, selectionStart: start, selectionEnd } = field;
    const [words = ''] = /^.*\S/s.exec(value.slice(start, selectionEnd)) ?? [];
    const [before, selected, after] = format(words);
    field.setRangeText(before + selected + after, start, start + words.length);
    // React sees a change of the value by its event.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
    field.setSelectionRange(start + before.length, start + before.length + selected.length);
  };
  return (
    <>
      <div role="group" aria-label="For the selected words" className="row mb-2">
        {Object.entries(formats).map(([name, format]) => (
          <Button key={name} label={name} onPress={() => apply(format)} />
        ))}
      </div>
      <textarea {...textProps} ref={textRef} rows={6} />
    </>
  );
}
