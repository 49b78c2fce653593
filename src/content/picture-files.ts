import type { Picture } from './schema/picture.ts';

/** Widths of the stored sizes, in pixels. A smaller picture is not enlarged. */
export const pictureWidths = [480, 960, 1600] as const;

/** Width of the JPEG, for previews of shared links and browsers without AVIF. */
export const jpegWidth = 1200;

/** The fields of a picture that its files depend on. */
export type PictureFileInfo = Pick<Picture, 'file' | 'width' | 'height'>;

/** A stored size of a picture. */
export interface PictureFile {
  /** URL path, which never changes its content. */
  path: string;
  width: number;
  height: number;
}

/** Returns the files of a picture: AVIF in growing widths, and one JPEG. */
export function listPictureFiles({ file, width, height }: PictureFileInfo): {
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

/** Returns the URL paths of a picture's files, the smallest first. */
export function listPicturePaths(picture: PictureFileInfo): string[] {
  const { avif, jpeg } = listPictureFiles(picture);
  return [...avif, jpeg].map(({ path }) => path);
}

/** Returns the URL path of the smallest file of a picture. */
export const getThumbnailPath = (file: string): string => `${picturePathPrefix}${file}-${pictureWidths[0]}.avif`;

/** Returns the pictures in a value of the content. */
export function listPictures(value: unknown): Picture[] {
  if (typeof value !== 'object' || value === null) return [];
  const isPicture = /^[0-9a-f]{24}$/.test(String(Reflect.get(value, 'file')));
  return isPicture ? [value as Picture] : Object.values(value).flatMap(listPictures);
}

/** Returns the time to store with a picture's files: 23 days ahead, so that they are deleted after 30 days, not 7. */
export const computePictureRetentionTime = (now: Date): Date => new Date(now.getTime() + 23 * 24 * 60 * 60 * 1000);

/** Maximum bytes of an uploaded picture. */
export const maxPictureSize = 20 * 1024 * 1024;
