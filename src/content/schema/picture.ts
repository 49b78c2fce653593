import * as v from 'valibot';
import { group, list, number, optionalText, editorControl, text, yesOrNo } from './fields.ts';

const percentage = number('Per cent', [0, 100], '');

/**
 * Returns the schema of a picture. Its file is stored apart, in the sizes of src/content/picture-files.ts. `focus` is the
 * part that every crop shows, in per cent from the left and from the top.
 */
export function picture(title: string, hint = '', minPictureWidth = 960) {
  return v.pipe(
    group(
      title,
      {
        file: v.pipe(text('File', 24), v.regex(/^[0-9a-f]{24}$/, 'is no stored picture: choose a file')),
        width: v.pipe(number('Width', [1, 20_000], ''), v.integer('takes a whole number')),
        height: v.pipe(number('Height', [1, 20_000], ''), v.integer('takes a whole number')),
        color: v.pipe(text('Colour', 7), v.regex(/^#[0-9a-f]{6}$/, 'takes a colour like #8a7f6b')),
        focus: list('Focal point', percentage, [2, 2]),
        alt: optionalText(
          'In words',
          200,
          'What it shows, for people who do not see it.',
          'Empty only if it is decorative.',
        ),
        decorative: yesOrNo('Decorative', 'It says nothing that the words beside it do not say.'),
        credit: optionalText('Credit', 80, 'Who took or drew it, if that has to be said.'),
      },
      hint,
    ),
    v.forward(
      v.check(
        ({ alt, decorative }) => decorative || alt.trim() !== '',
        'needs words for people who do not see it, unless the picture is marked as decorative',
      ),
      ['alt'],
    ),
    editorControl('picture', { minPictureWidth }),
  );
}

/** A picture, as the content has it. */
export type Picture = v.InferOutput<ReturnType<typeof picture>>;
