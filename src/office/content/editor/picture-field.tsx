import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { getThumbnailPath, listPictureFiles, maxPictureSize } from '../../../content/picture-files.ts';
import type { PictureUploadResult } from '../../../content/pictures.ts';
import type { Picture } from '../../../content/schema/picture.ts';

interface PictureFieldProps {
  /** Undefined if there is none. */
  picture: Picture | undefined;
  /** Pixels from which it is sharp in its place. */
  minWidth: number;
  /** Pictures of the content, to choose again. */
  usedPictures: readonly Picture[];
  onChange: (picture: Picture) => void;
  onFocus: () => void;
  /** Called with each picture that is sent: see `trackUpload`. */
  onUpload: (upload: Promise<boolean>) => Promise<void>;
}

/** Renders the field of a picture: a file to choose, drop or paste, and its focal point. */
export function PictureField(props: PictureFieldProps) {
  const { picture, minWidth, usedPictures, onChange, onUpload, onFocus } = props;
  const id = useId();
  const [status, setStatus] = useState({ text: '', isProblem: false });
  const present = useRef({ file: picture?.file, onChange });
  useEffect(() => {
    present.current = { file: picture?.file, onChange };
  });
  const uploadFirst = ([file]: Iterable<File>) => void (file && onUpload(upload(file)));
  const upload = async (file: File): Promise<boolean> => {
    const fileBefore = picture?.file;
    setStatus({ text: 'The picture is being sent…', isProblem: false });
    const result = await sendFile(file);
    // Entries of the list may have moved meanwhile: the field is another picture's then.
    const isAboutExternalMail = present.current.file !== fileBefore;
    if ('problem' in result) setStatus({ text: result.problem, isProblem: true });
    else if (isAboutExternalMail)
      setStatus({ text: 'The form has changed meanwhile. Choose the picture again.', isProblem: true });
    else {
      const { alt = '', decorative = false, credit = '' } = picture ?? {};
      setStatus({ text: alt || credit ? keptWordsQuestion : '', isProblem: false });
      present.current.onChange({ ...result.picture, alt, decorative, credit });
      return true;
    }
    return false;
  };
  return (
    <div
      tabIndex={-1}
      onFocus={onFocus}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        uploadFirst(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }) => uploadFirst(clipboardData.files)}
    >
      {picture && <FocalPoint picture={picture} onChange={onChange} />}
      <label htmlFor={id} className="font-semibold">
        {picture ? 'Another file' : 'File'}
      </label>
      <p id={`${id}.hint`} className="text-small text-quiet">
        A JPEG, PNG, WebP or AVIF of up to 20 MB. Choose it, drop it here or paste it.
      </p>
      <input
        id={id}
        type="file"
        className="field file:mr-3 file:border file:border-hairline file:bg-raised file:px-3 file:text-text"
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-describedby={`${id}.hint ${id}.state`}
        onChange={({ target }) => uploadFirst(target.files ?? [])}
      />
      <p
        role="status"
        id={`${id}.state`}
        className={`mb-4 min-h-[1.5em] ${status.isProblem ? 'font-medium text-balloon' : ''}`}
      >
        {status.text}
      </p>
      {picture && picture.width < minWidth ? (
        <p className="mb-4">
          Advice: this picture is {picture.width} pixels wide. From {minWidth} on it is sharp here.
        </p>
      ) : null}
      <PictureChoice pictures={usedPictures.filter(({ file }) => file !== picture?.file)} onChoose={onChange} />
    </div>
  );
}

const keptWordsQuestion = 'The words of the picture before are kept. Do they still say what this one shows?';

/** Renders pictures of the content, to choose one again with its words. */
function PictureChoice({ pictures, onChoose }: { pictures: readonly Picture[]; onChoose: (picture: Picture) => void }) {
  return pictures.length === 0 ? null : (
    <details className="mb-4">
      <summary className="min-h-11 py-2 font-semibold">Choose one of {pictures.length} in use</summary>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {pictures.map((picture) => (
          <button key={picture.file} type="button" className="text-left text-small" onClick={() => onChoose(picture)}>
            <img
              src={getThumbnailPath(picture.file)}
              alt=""
              loading="lazy"
              className="aspect-4/3 w-full object-cover"
            />
            {picture.alt || 'Decorative'}
          </button>
        ))}
      </div>
    </details>
  );
}

/** Resolves to the stored picture, or to the reason why it is not stored. */
async function sendFile(file: File): Promise<PictureUploadResult> {
  if (file.size > maxPictureSize) return { problem: 'The picture is larger than 20 MB. Choose a smaller one.' };
  const body = new FormData();
  body.append('picture', file);
  try {
    const response = await fetch('/content/pictures', { method: 'POST', body, redirect: 'error' });
    if (response.status !== 401) return (await response.json()) as PictureUploadResult;
    return { problem: 'Your session has ended. Sign in in another window, and choose the picture again.' };
  } catch {
    return { problem: 'The picture could not be sent. Choose it again.' };
  }
}

const axisLabels = ['Focal point from the left', 'Focal point from the top'];

/** Renders the picture with the point that every crop shows. A pointer drags it; sliders move it by keyboard. */
function FocalPoint({ picture, onChange }: { picture: Picture; onChange: PictureFieldProps['onChange'] }) {
  const [{ path, ...size } = { path: '' }] = listPictureFiles(picture).avif;
  const { focus, alt } = picture;
  // In tenths: the site has a class for each.
  const setFocus = (shares: readonly number[]) =>
    onChange({ ...picture, focus: shares.map((share) => Math.min(100, Math.max(0, Math.round(share / 10) * 10))) });
  const drag = ({ buttons, currentTarget, nativeEvent: { offsetX, offsetY } }: PointerEvent<HTMLElement>) => {
    const { clientWidth, clientHeight } = currentTarget;
    if (buttons > 0) setFocus([(100 * offsetX) / clientWidth, (100 * offsetY) / clientHeight]);
  };
  return (
    <>
      <div className="relative mb-2 w-fit cursor-crosshair touch-none" onPointerDown={drag} onPointerMove={drag}>
        <img className="h-auto max-w-full" {...size} src={path} alt={alt} draggable={false} />
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
          <circle cx={`${focus[0]}%`} cy={`${focus[1]}%`} r="12" fill="#0006" stroke="#fff" strokeWidth="3" />
        </svg>
      </div>
      {focus.map((share, axis) => (
        <label key={axisLabels[axis]} className="target gap-3">
          {axisLabels[axis]}
          <input
            type="range"
            className="accent-lamp"
            step="10"
            value={share}
            aria-valuetext={`${share} %`}
            onChange={({ target }) => setFocus(focus.with(axis, Number(target.value)))}
          />
        </label>
      ))}
    </>
  );
}
