import { listPictureFiles, type PictureFile } from '../../content/picture-files.ts';
import type { Picture as PictureContent } from '../../content/schema/picture.ts';

interface PictureProps {
  picture: PictureContent;
  /** Crop around the focal point. Without one the whole picture is shown. */
  crop?: keyof typeof crops | undefined;
  caption?: string;
  className?: string;
}

/** Ratio and classes of each crop, and its width on a phone and in a wide window. */
const crops = {
  banner: [21 / 9, 'aspect-3/2 md:aspect-21/9', '100vw', '100vw'],
  card: [3 / 2, 'aspect-3/2', '100vw', '50vw'],
  thumbnail: [3 / 2, 'aspect-3/2', '128px', '25vw'],
  portrait: [1, 'aspect-square', '96px', '96px'],
} as const;

/** A picture with its credit, in its colour until it is there. It is never wider than its largest file. */
export function Picture({ picture, crop, caption, className }: PictureProps) {
  const { color, focus, alt, decorative, credit } = picture;
  const { avif, jpeg } = listPictureFiles(picture);
  const ownRatio = picture.width / picture.height;
  const [ratio, cropClass, narrow, wide] = crop ? crops[crop] : [ownRatio, '', '100vw', '100vw'];
  // A crop that cuts off the sides needs a wider file than it shows.
  const zoom = Math.max(1, ownRatio / ratio);
  // A tall picture stays as low as a window.
  const width = Math.ceil(Math.min((avif.at(-1) ?? jpeg).width / zoom, 1080 * ratio));
  const scale = (length: string) => `min(${Math.ceil(width * zoom)}px, calc(${zoom.toFixed(2)} * ${length}))`;
  const source = { type: 'image/avif', sizes: `(width < 60rem) ${scale(narrow)}, ${scale(wide)}` };
  const formatSet = (files: readonly PictureFile[]) => files.map((file) => `${file.path} ${file.width}w`).join(', ');
  const [x, y] = focus.map((percentage) => Math.round(percentage / 10) * 10);
  return (
    <figure className={className}>
      <div className="relative w-fit max-w-full">
        <svg aria-hidden="true" className="absolute size-full">
          <rect width="100%" height="100%" fill={color} />
        </svg>
        <picture>
          <source {...source} media="(width < 48rem)" srcSet={formatSet(avif.slice(0, 2))} />
          <source {...source} srcSet={formatSet(avif)} />
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
        <figcaption className="bg-ground pt-2 text-small text-quiet">
          {caption} <small>{credit}</small>
        </figcaption>
      ) : null}
    </figure>
  );
}
