import plugin from 'tailwindcss/plugin';
import { accents } from '../../content/schema/fields.ts';
import { posterHours } from '../drawings/poster-convention.ts';

// Each accent of the content names one pair of token colours; whatever is drawn inside takes `accent`.
const ofAccents = Object.keys(accents).map((name) => [`[data-accent='${name}']`, { '--accent': `var(--${name})` }]);
const ofHours = Object.entries(posterHours).map(([name, [deep, glow]]) => [
  `[data-hour='${name}']`,
  { '--deep': `${deep}`, '--glow': `${glow}` },
]);

export default plugin(({ addBase }) => addBase(Object.fromEntries([...ofAccents, ...ofHours])));
