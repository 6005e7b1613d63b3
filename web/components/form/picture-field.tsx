import { useRef, useState } from 'react';
import { t } from '#languages/t.ts';
import { ImagePlus } from '#web/components/icons/image-plus.tsx';
import { RotateCw } from '#web/components/icons/rotate-cw.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { PictureRefused, uploadImage } from '#web/lib/api/image-upload.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { Field } from './field.tsx';

/** What the image host takes. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

type Upload =
  | { state: 'none' }
  | { state: 'busy'; sent: number }
  | { state: 'failed'; why: string; file: File; isFinal: boolean };

type Told = {
  onBusy: (isBusy: boolean) => void;
  onUploaded: (url: string, file: File) => void | Promise<void>;
};

/** Sends pictures, each in place of one that is still on its way. */
export function useUpload({ onBusy, onUploaded }: Told) {
  const { images } = useConfig();
  const [upload, setUpload] = useState<Upload>({ state: 'none' });
  const running = useRef<AbortController>(undefined);

  async function send(file: File) {
    running.current?.abort();
    const current = new AbortController();
    running.current = current;
    setUpload({ state: 'busy', sent: 0 });
    onBusy(true);
    try {
      const uploaded = await uploadImage(file, {
        uploadUrl: images.uploadUrl,
        signal: current.signal,
        onProgress: (sent) => setUpload({ state: 'busy', sent }),
      });
      if (running.current !== current) return;
      await onUploaded(uploaded, file);
      if (running.current !== current) return;
      setUpload({ state: 'none' });
    } catch (cause) {
      if (running.current !== current) return;
      const why = cause instanceof Error ? cause.message : '';
      setUpload({ state: 'failed', why, file, isFinal: cause instanceof PictureRefused });
    }
    onBusy(false);
  }
  return { upload, send };
}

/** Chooses and uploads a picture; says how far it is, shows it, and lets a failed one be sent again. */
export function PictureField({
  label,
  url,
  alt,
  error,
  waiting,
  isRound = false,
  isWhole = false,
  ...told
}: {
  label: string;
  /** The present picture, if any, and what it is called. */
  url: string | null;
  alt: string;
  error?: string;
  /** What is said while a picture is on its way. */
  waiting: string;
  /** Of a person; otherwise it is shown as on the card of a class. */
  isRound?: boolean;
  /** Shown with nothing cut off, whatever its shape. */
  isWhole?: boolean;
} & Told) {
  const { upload, send } = useUpload(told);
  return (
    <Field label={label} hint={t('common.picture_types')} error={error}>
      {(wiring) => (
        <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
          <Preview url={url} alt={alt} isRound={isRound} isWhole={isWhole} />
          <div className="min-w-0 flex-1">
            <input
              {...wiring}
              type="file"
              accept={PICTURE_TYPES}
              className="file-input"
              // The same file may be chosen once more.
              onClick={({ currentTarget }) => {
                currentTarget.value = '';
              }}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) void send(file);
              }}
            />
            <UploadProgress upload={upload} waiting={waiting} onRetry={send} />
          </div>
        </div>
      )}
    </Field>
  );
}

function Preview({
  url,
  alt,
  isRound,
  isWhole,
}: {
  url: string | null;
  alt: string;
  isRound: boolean;
  isWhole: boolean;
}) {
  const shape = isRound ? 'size-16 rounded-full' : 'aspect-4/3 w-40 rounded-field';
  if (url) {
    return (
      <Picture
        url={url}
        alt={alt}
        sizes="160px"
        className={`shrink-0 border border-base-300 ${shape} ${isWhole ? 'bg-paper object-contain!' : ''}`}
      />
    );
  }
  return (
    <span
      className={`grid shrink-0 place-items-center bg-mist/50 text-plum ${shape} ${isRound ? '' : 'border border-[#8a8296] border-dashed'}`}
    >
      <ImagePlus className="size-6" aria-hidden="true" />
    </span>
  );
}

/** How far an upload is, or why it failed. */
export function UploadProgress({
  upload,
  waiting,
  onRetry,
}: {
  upload: Upload;
  waiting: string;
  onRetry: (file: File) => void;
}) {
  return (
    <>
      <div aria-live="polite" className="text-sm">
        {upload.state === 'busy' && <p className="mt-2">{waiting}</p>}
        {upload.state === 'failed' && (
          <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-error">
            <strong>{t('common.error')}</strong> <span>{upload.why}</span>
            {!upload.isFinal && (
              <button
                type="button"
                className="btn btn-outline btn-error btn-xs"
                onClick={() => onRetry(upload.file)}
              >
                <RotateCw className="size-3.5" aria-hidden="true" />
                {t('common.try_again')}
              </button>
            )}
          </p>
        )}
      </div>
      {upload.state === 'busy' && (
        <progress
          className="progress progress-primary"
          aria-label={t('common.upload')}
          value={Math.round(upload.sent * 100)}
          max={100}
        />
      )}
    </>
  );
}
