import { getLayerShapes } from './poster-model.ts';
import { drawShape } from './poster.tsx';
import { getPoster } from './posters.ts';

/** The styles of the home page set the height. */
const pictureClass = 'absolute inset-x-0 bottom-(--foot) h-(--picture) w-full overflow-visible';

const gorge = getPoster('gorge');
const [chain] = getLayerShapes(gorge, 'chains');

/** The Avon Gorge from the Clifton bank, at dusk in the dark theme and in the morning's haze in the light one. */
export function Gorge() {
  return (
    <svg viewBox="0 0 790 800" preserveAspectRatio="xMaxYMax" fill="none" aria-hidden="true" className={pictureClass}>
      {getLayerShapes(gorge, 'background').map(drawShape)}
      <defs>
        <path id="chain" d={chain?.d} />
      </defs>
      <use href="#chain" className="fill-hanger" />
      <use href="#chain" className="draw fill-cable stroke-cable" strokeWidth=".5" />
      <g className="come-on stroke-lit" strokeLinecap="round">
        {getLayerShapes(gorge, 'lights').map(({ d, width }) => (
          <path key={d} d={d} strokeWidth={width} />
        ))}
      </g>
      {getLayerShapes(gorge, 'foreground').map(drawShape)}
    </svg>
  );
}
