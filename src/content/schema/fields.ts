import * as v from 'valibot';

// Builders of the content's field schemas. A title and a hint stand beside the field in the form. A rule is checked
// wherever content is read; its message follows the field's name: "seo.title has 59 characters; 10 to 55 fit".

/** How the editor shows a field whose type alone does not say it. `one of`: one of its fields. */
export type EditorControlName =
  | 'code'
  | 'date'
  | 'link'
  | 'markdown'
  | 'one of'
  | 'picture'
  | 'poster'
  | 'product'
  | 'proof page';

/** What the editor reads of a field, beside its title and hint. `labels`: of a choice, by option. */
export type FieldEditorMetadata = {
  control?: EditorControlName | undefined;
  labels?: Readonly<Record<string, string>>;
  /** Pixels from which a picture is sharp in its place. */
  minPictureWidth?: number;
};

/** Returns the part of a schema that says how the editor shows the field. */
export function editorControl<Input>(control: EditorControlName, more: FieldEditorMetadata = {}) {
  return v.metadata<Input, FieldEditorMetadata>({ control, ...more });
}

/** Refuses control characters, and characters that reverse the text direction. */
const noHiddenCharacters = v.check<string, string>(
  (input) => !/[^\P{Cc}\n]|[\u2028-\u202E\u2066-\u2069\uFEFF]/u.test(input),
  'has a character that nobody sees',
);

/** Returns the schema of one line of up to `max` characters. `hint` is advice for the writer. */
export function text(title: string, max: number, hint = '') {
  return boundedText(title, [1, max], 'fit', hint);
}

/** Returns the schema of one line with two bounds. `rangePredicate` ends the message: `10 to 55 are shown whole`. */
export function boundedText(title: string, lengthRange: readonly [number, number], rangePredicate: string, hint = '') {
  return v.pipe(
    createBoundedText(title, lengthRange, rangePredicate, hint),
    v.check((input) => !input.includes('\n'), 'has several lines; it takes one'),
  );
}

/** Returns the schema of a text of one or more paragraphs. */
export function paragraphs(title: string, max: number, hint = '') {
  return createBoundedText(
    title,
    [1, max],
    'fit',
    `${hint}${hint === '' ? '' : ' '}An empty line begins a new paragraph.`,
  );
}

function createBoundedText(title: string, [min, max]: readonly [number, number], rangePredicate: string, hint: string) {
  const length = ({ input }: { input: string }) =>
    input === '' ? 'is empty' : `has ${input.length} characters; ${min} to ${max} ${rangePredicate}`;
  return v.pipe(
    v.string(notText),
    v.minLength(min, length),
    v.maxLength(max, length),
    v.check((input) => input === input.trim(), 'begins or ends with white space'),
    noHiddenCharacters,
    v.title(title),
    v.description(`${hint}${hint === '' ? '' : ' '}${min > 1 ? `${min} to ${max}` : `Up to ${max}`} characters.`),
  );
}

/** Returns the schema of a text that must contain `{placeholder}`, which the site fills in. */
export function textWithPlaceholder(placeholder: string, title: string, max: number, hint: string) {
  return v.pipe(
    text(title, max, hint),
    v.check((input) => input.includes(`{${placeholder}}`), `lacks {${placeholder}}: ${hint}`),
  );
}

/** Returns true if the date exists: JavaScript reads 30 February as a day of March. */
export function isExistingDate(isoTime: string): boolean {
  const read = new Date(isoTime);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === isoTime.slice(0, 10);
}

/** Returns the schema of a past date, like 2027-03-31. */
export function pastDate(title: string, hint: string) {
  const isPast = (day: string) =>
    /^\d{4}(?:-\d\d){2}$/.test(day) && isExistingDate(day) && Date.parse(day) <= Date.now();
  return v.pipe(
    text(title, 10, hint),
    v.check((day) => day === '' || isPast(day), 'takes a day that is past, like 2027-03-31'),
    editorControl('date'),
  );
}

/** Returns the schema of a text that may be empty (''). `emptyHint` says when. */
export function optionalText(title: string, max: number, hint: string, emptyHint = 'May be left empty.') {
  const length = ({ input }: { input: string }) => `has ${input.length} characters; up to ${max} fit`;
  return v.pipe(
    v.string(notText),
    v.maxLength(max, length),
    noHiddenCharacters,
    v.title(title),
    v.description(`${hint} ${emptyHint}`),
  );
}

const notText = 'is not a text: put quotation marks around it';

/**
 * Returns the schema of a choice among names, or among the keys of an object that has a label for each. The form shows
 * posters as pictures.
 */
export function choice<const Name extends string>(
  title: string,
  options: readonly Name[] | Readonly<Record<Name, string>>,
  hint = '',
  control?: EditorControlName,
) {
  const labels = Array.isArray(options) ? {} : (options as Readonly<Record<Name, string>>);
  const names = (Array.isArray(options) ? options : Object.keys(options)) as Name[];
  return v.pipe(
    v.picklist(
      names,
      ({ received }) => `is ${received}; it takes one of these: ${names.map((name) => `"${name}"`).join(', ')}`,
    ),
    v.title(title),
    v.description(hint),
    v.metadata<Name, FieldEditorMetadata>({ labels, control }),
  );
}

/** Returns the schema of a boolean. */
export function yesOrNo(title: string, hint: string) {
  return v.pipe(v.boolean('takes true or false'), v.title(title), v.description(hint));
}

/** Returns the schema of a number within bounds. */
export function number(title: string, [min, max]: readonly [number, number], hint: string) {
  const range = `takes a number from ${min} to ${max}`;
  return v.pipe(v.number(range), v.minValue(min, range), v.maxValue(max, range), v.title(title), v.description(hint));
}

/** Returns the schema of a list with bounds of its length. */
export function list<Item extends v.GenericSchema>(
  title: string,
  item: Item,
  [min, max]: readonly [number, number],
  hint = '',
) {
  const count = ({ input }: { input: readonly unknown[] }) =>
    `has ${input.length} entries; ${min === max ? `it takes ${min}` : `${min} to ${max} fit`}`;
  const rule = min === max ? `${min} entries.` : `${min} to ${max} entries.`;
  return v.pipe(
    v.array(item, 'is not a list'),
    v.minLength(min, count),
    v.maxLength(max, count),
    v.title(title),
    v.description(`${hint}${hint === '' ? '' : ' '}${rule}`),
  );
}

/** Returns the schema of an object. Missing and unknown fields are issues. */
export function group<const Entries extends v.ObjectEntries>(title: string, entries: Entries, hint = '') {
  return v.pipe(
    v.strictObject(entries, ({ expected, received }) => {
      if (received === 'undefined') return 'is missing';
      return expected === 'never' ? 'is no field of this page' : 'must be a group of fields';
    }),
    v.title(title),
    v.description(hint),
  );
}

/** Schema of the texts for search engines and link previews. */
export const seo = group(
  'In search results',
  {
    title: boundedText(
      'Title',
      [10, 55],
      'are shown whole',
      'The site’s name is added to it. No other page has the same.',
    ),
    description: boundedText(
      'Description',
      [70, 160],
      'are shown whole',
      'What the page answers, for people who search.',
    ),
    keywords: list('Keywords', text('Keyword', 60), [3, 8], 'What people search for.'),
  },
  'Search engines and previews of shared links show this.',
);
/** Texts for search engines and link previews. */
export type Seo = v.InferOutput<typeof seo>;

/** Returns the schema of a path of this site or an https URL. content-issues.ts checks that the path exists. */
export function linkTarget(title: string) {
  return v.pipe(
    v.string(notText),
    v.regex(/^(?:\/|https:\/\/)\S*$/, 'takes an address of this site, like /contact, or one that begins with https://'),
    v.title(title),
    v.description('Choose a page of this site, or paste an address that begins with https://.'),
    editorControl('link'),
  );
}

/** Returns the schema of a button or link: its label and its target. */
export function link(title: string) {
  return group(title, { label: text('Label', 30), to: linkTarget('Leads to') });
}

/** Returns the schema of a title with a text under it. */
export function titledText(title: string) {
  return group(title, { title: text('Title', 80), text: text('Text', 420) });
}

const closingFields = { title: text('Title', 80), text: text('Text', 320) };

/** Schema of a page's closing section, with its button. */
export const callToAction = group('Closing words', {
  ...closingFields,
  label: text('Button', 30),
  to: linkTarget('Leads to'),
});

/** Schema of a page's closing section whose button is shared by all pages of its type. */
export const closingTexts = group('Closing words', closingFields, 'What this visitor could tell us first.');

/** Names of colours that content may use, with labels: src/site/styles/tokens.css has a dark and a light one of each. */
export const accents = {
  lamp: 'Amber',
  harbour: 'Turquoise',
  balloon: 'Red',
  woods: 'Green',
  slate: 'Slate blue',
  heather: 'Purple',
  brick: 'Brick orange',
  meadow: 'Grass green',
  straw: 'Yellow',
  jade: 'Jade green',
  sky: 'Sky blue',
  violet: 'Violet',
  rose: 'Pink',
} as const;
/** Name of a colour. */
export type Accent = keyof typeof accents;

/** Returns the schema of a choice among the accents. */
export function accent(title: string) {
  return choice(title, accents, 'Each is darker on the light page.');
}

/** Schema of the two colours of a drawing's main line. */
export const gradient = v.pipe(
  v.strictTuple([accent('From'), accent('To')], 'takes two colours'),
  v.title('Colours'),
  v.description('The two ends of the drawing’s main line.'),
);

/** Names of the posters of services, as the files in src/site/posters/, with what one sees. */
export const servicePosters = {
  'cable-stayed-fan': 'Cable-stayed bridge',
  cantilever: 'Bridge of two towers with long arms',
  'closed-loop': 'Bridge with a tube above and a chain below',
  'hanger-chart': 'Suspension bridge with a bar chart',
  'keystone-arch': 'Stone arch across a gorge',
  'launched-truss': 'New bridge pushed out over an old one',
  'market-hall': 'Market hall',
  'self-bearing-span': 'Lighthouse',
  'space-frame': 'Roof of steel pyramids',
  'stepped-viaduct': 'Viaduct in steps',
  'swing-bridge': 'Swing bridge',
} as const;
/** Name of a service's drawing. */
export type ServicePoster = keyof typeof servicePosters;

/** Names of the loads on the bridge of the home page, as in src/site/sectors/sector-loads.ts, with what one sees. */
export const sectorLoads = {
  waiting: 'A queue that waits at a gate',
  spread: 'Everything at once, all along the bridge',
  recalled: 'One heavy load that is called back',
  checked: 'Loads that are checked one by one',
  due: 'A heavy load on its way to a deadline',
  peak: 'One day far higher than the others',
} as const;
/** Name of a load on the bridge. */
export type SectorLoad = keyof typeof sectorLoads;
