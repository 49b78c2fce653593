import type { ReportDay } from '../../statistics/days.ts';

// Lengths in pixels. The cable hangs as deep as the sag.
const [top, sag, longestHanger, lampGap, height] = [8, 40, 120, 14, 236];
/** More enquiries of a day are a lamp with their number. */
const maxLamps = 4;

/** Renders visits and enquiries as a bridge: a hanger for each day, a lamp for each enquiry. A table has the same. */
export function DayBridge({ days }: { days: readonly ReportDay[] }) {
  const highest = Math.max(1, ...days.map(({ visits }) => visits));
  const unit = days[0]?.kind === 'month' ? 'month' : 'day';
  return (
    <figure className="sky mt-8">
      <svg
        role="img"
        aria-label={`Visits and enquiries by ${unit}. The table below has each.`}
        className="w-full overflow-visible border-x-4 border-b-2 border-outline"
        height={height}
      >
        {days.map((day, at) => (
          <Hanger key={day.name} {...day} at={at} count={days.length} highest={highest} />
        ))}
        <svg viewBox={`0 0 100 ${sag}`} y={top} width="100%" height={sag} preserveAspectRatio="none" overflow="visible">
          <path
            d={`M0 0Q50 ${2 * sag} 100 0`}
            className="fill-none stroke-cable stroke-[4px] [vector-effect:non-scaling-stroke]"
          />
        </svg>
      </svg>
      <figcaption className="mt-9 text-small text-quiet">
        Each hanger is a {unit}, as long as it had visits{unit === 'day' ? ', weekends pale' : ''}; each lamp is an
        enquiry.
      </figcaption>
    </figure>
  );
}

type HangerProps = ReportDay & Record<'at' | 'count' | 'highest', number>;

function Hanger({ label, kind, visits, enquiries, at, count, highest }: HangerProps) {
  const place = (at + 0.5) / count;
  const x = `${100 * place}%`;
  const width = Math.min(4, 42 / count);
  const from = top + 4 * sag * place * (1 - place);
  const length = (longestHanger * visits) / highest;
  const lamps = enquiries > maxLamps ? 1 : enquiries;
  const below = from + length + 18 + lamps * lampGap;
  const text = (content: number | string, y: number, className: string) => (
    <text x={x} y={y} textAnchor={at === count - 1 ? 'end' : 'middle'} className={`text-small ${className}`}>
      {content.toLocaleString('en-GB')}
    </text>
  );
  const color = kind === 'weekend' ? 'fill-side opacity-40' : 'fill-side';
  return (
    <>
      <rect x={x} y={from} width="1" height={height - from} className="fill-hairline" />
      <rect x={`${100 * place - width / 2}%`} y={from} width={`${width}%`} height={length} className={color} />
      {Array.from({ length: lamps }, (_, lamp) => (
        <circle key={lamp} cx={x} cy={from + length + 10 + lamp * lampGap} className="fill-cable [r:4px] md:[r:5px]" />
      ))}
      {enquiries > maxLamps ? text(enquiries, below, 'fill-lamp font-bold') : null}
      {visits === highest ? text(visits, below + (enquiries > maxLamps ? 17 : 0), 'fill-text font-bold') : null}
      {/* Of many days, the first of seven has its name. */}
      {count <= 12 || at % 7 === 0 ? text(label, height + 20, 'fill-quiet max-md:text-[0.75rem]') : null}
    </>
  );
}
