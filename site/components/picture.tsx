import { listPictureFiles, type PictureFile } from '../../content/picture-files.ts';
import type { Picture as PictureContent } from '../../content/schema/picture.ts';

interface PictureProps {
  picture: PictureContent;
  /** Crop around the focal point. Without one the whole picture is shown. */
  crop?: keyof typeof crops;
  /** CSS length of its width in a wide window. */
  wide?: string;
  caption?: string;
  className?: string;
}

/** Ratio, classes and CSS length on a phone of each crop. */
const crops = {
  banner: [21 / 9, 'aspect-3/2 md:aspect-21/9', '100vw'],
  card: [3 / 2, 'aspect-3/2', '100vw'],
  portrait: [1, 'aspect-square', '96px'],
} as const;

/** Height that no picture exceeds, in pixels. */
const maxHeight = 960;

/** A picture with its credit, in its colour until it is there. It is never wider than its largest file. */
export function Picture({ picture, crop, wide, caption, className }: PictureProps) {
  const { color, focus, alt, decorative, credit } = picture;
  const { avif, jpeg } = listPictureFiles(picture);
  const ownRatio = picture.width / picture.height;
  const [ratio, cropClass, narrow] = crop ? crops[crop] : [ownRatio, '', '100vw'];
  // A crop that cuts off the sides needs a wider file than it shows.
  const zoom = Math.max(1, ownRatio / ratio);
  const width = Math.ceil(Math.min((avif.at(-1) ?? jpeg).width / zoom, maxHeight * ratio));
  const scale = (length: string) => `calc(${zoom.toFixed(2)} * ${length})`;
  const [x, y] = focus.map((percentage) => Math.round(percentage / 10) * 10);
  const source = { type: 'image/avif', sizes: `(width < 60rem) ${scale(narrow)}, ${scale(wide ?? narrow)}` };
  return (
    <figure className={className}>
      <div className="relative w-fit max-w-full">
        <svg aria-hidden="true" className="absolute size-full">
          <rect width="100%" height="100%" fill={color} />
        </svg>
        <picture>
          <source {...source} media="(width < 48rem)" srcSet={formatSourceSet(avif.slice(0, 2))} />
          <source {...source} srcSet={formatSourceSet(avif)} />
          <img
            src={jpeg.path}
            width={width}
            height={Math.ceil(width / ratio)}
            alt={decorative ? '' : alt}
            loading="lazy"
            decoding="async"
            className={`relative block h-auto max-w-full object-cover ${cropClass} focus-x-${x} focus-y-${y}`}
          />
        </picture>
      </div>
      {caption || credit ? (
        <figcaption className="mt-2 text-small text-quiet">
          {caption} <small>{credit}</small>
        </figcaption>
      ) : null}
    </figure>
  );
}

function formatSourceSet(files: readonly PictureFile[]): string {
  return files.map(({ path, width }) => `${path} ${width}w`).join(', ');
}
