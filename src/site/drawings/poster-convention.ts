// What the files in src/site/posters/ may have; docs/design.md says it to those who draw.

/** Size of a poster, y downwards. It is aligned to the lower right; shapes beyond its left side reach to the edge. */
export const posterSize = { width: 960, height: 600 };

/** Size of a deck, and the width of the one bay that is drawn, in its middle. */
export const deckSize = { width: 1600, height: 520, bay: 320 };

/** Height of the horizon of all posters. CSS draws the sky behind. */
export const horizonY = 460;

/** The ten inks, by the colours that stand for them in files. A page has its own values of each, by hour and theme. */
const sceneInks = {
  '#482e65': 'far',
  '#281e47': 'mid',
  '#080512': 'bank',
  '#322559': 'water',
  '#ff9e64': 'stone',
  '#57488d': 'side',
  '#170f2e': 'under',
  '#ca865f': 'hanger',
  '#ffeda8': 'lit',
  '#f9ad26': 'accent',
} as const;

const documentInks = {
  '#fffdf7': 'paper',
  '#101a27': 'screen',
  '#fde3b3': 'pale',
  '#8e6c27': 'pale',
  '#16202e': 'text',
  '#f4f2ea': 'text',
  '#f9ad26': 'accent',
} as const;

/** Largest file and inks by `viewBox`: of posters, decks, the gorge on the home page, the documents of products. */
export const posterFormats = {
  '0 0 960 600': { maxBytes: 5000, inks: sceneInks },
  '0 0 1600 520': { maxBytes: 4000, inks: sceneInks },
  '0 0 790 800': { maxBytes: 8000, inks: { ...sceneInks, '#ffc24d': 'cable', '#ff7f6c': 'balloon' } },
  '0 0 320 216': { maxBytes: 2000, inks: documentInks },
} as const;

/** Largest number of shapes. */
export const maxPosterShapes = 30;

/** Elements, and the attributes of each in their order. */
export const posterAttributes: Readonly<Record<string, string>> = {
  svg: 'xmlns viewBox fill fill-rule stroke-linecap stroke-linejoin',
  title: '',
  style: '',
  rect: 'id x y width height fill',
  g: 'id fill font-size text-anchor',
  path: 'id fill stroke stroke-width d',
  circle: 'cx cy r',
  text: 'id x y',
};

/** Ids of groups in painting order. */
export const posterGroups = [
  'background',
  'structure',
  'chains',
  'lights',
  'bay',
  'pier',
  'basket',
  'missing-piece',
  'train',
  'vehicle',
  'foreground',
  'lamps',
  'labels',
] as const;

/** Times of day, each with the hue of what lies in the shade, and that of the light. */
export const posterHours = {
  dawn: [312, 28],
  morning: [238, 78],
  haze: [172, 92],
  rain: [208, 168],
  storm: [255, 178],
  harvest: [152, 62],
  evening: [345, 62],
  dusk: [292, 50],
  twilight: [276, 352],
  moonlight: [262, 218],
} as const;
