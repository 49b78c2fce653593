import type { Picture } from './schema/picture.ts';

/** Widths of the stored sizes, in pixels. A smaller picture is not enlarged. */
export const pictureWidths = [480, 960, 1600] as const;

/** Width of the JPEG, for previews of shared links and browsers without AVIF. */
export const jpegWidth = 1200;

/** A stored size of a picture. */
export interface PictureFile {
  /** URL path, which never changes its content. */
  path: string;
  width: number;
  height: number;
}

/** Returns the files of a picture: AVIF in growing widths, and one JPEG. */
export function listPictureFiles({ file, width, height }: Pick<Picture, 'file' | 'width' | 'height'>): {
  avif: readonly PictureFile[];
  jpeg: PictureFile;
} {
  const describe = (path: string, maxWidth: number): PictureFile => {
    const fileWidth = Math.min(maxWidth, width);
    return { path, width: fileWidth, height: Math.max(1, Math.round((height * fileWidth) / width)) };
  };
  const needed = pictureWidths.filter((_, index) => index === 0 || (pictureWidths[index - 1] ?? 0) < width);
  return {
    avif: needed.map((maxWidth) => describe(`${picturePathPrefix}${file}-${maxWidth}.avif`, maxWidth)),
    jpeg: describe(`${picturePathPrefix}${file}.jpg`, jpegWidth),
  };
}

/** Beginning of the URL path of every picture. */
export const picturePathPrefix = '/assets/picture-';
