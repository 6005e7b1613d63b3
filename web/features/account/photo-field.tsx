import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Field } from '#web/components/field.tsx';
import { useConfig } from '#web/lib/config.ts';
import { uploadImage } from '#web/lib/image-upload.ts';

type Upload = { state: 'none' } | { state: 'busy' } | { state: 'done' } | { state: 'failed'; why: string };

/** Chooses and uploads a profile image; `onChange` gets its URL, and whether an upload is under way. */
export function PhotoField({
  label,
  url,
  onChange,
}: {
  label: string;
  url: string | null;
  onChange: (photo: { url: string | null; isBusy: boolean }) => void;
}) {
  const { images } = useConfig();
  const [upload, setUpload] = useState<Upload>({ state: 'none' });
  const running = useRef<AbortController>(undefined);

  async function send(file: File | undefined) {
    running.current?.abort();
    if (!file) return;
    const current = new AbortController();
    running.current = current;
    setUpload({ state: 'busy' });
    onChange({ url, isBusy: true });
    try {
      const uploaded = await uploadImage(file, { uploadUrl: images.uploadUrl, signal: current.signal });
      setUpload({ state: 'done' });
      onChange({ url: uploaded, isBusy: false });
    } catch (error) {
      if (running.current !== current) return;
      setUpload({ state: 'failed', why: error instanceof Error ? error.message : '' });
      onChange({ url, isBusy: false });
    }
  }

  return (
    <Field label={label} hint="A JPEG, PNG, GIF or WebP.">
      {(wiring) => (
        <div className="flex items-center gap-4">
          {url ? (
            <img
              src={url}
              alt="Preview of your profile"
              className="size-16 shrink-0 rounded-full border border-base-300 object-cover"
            />
          ) : (
            <span className="grid size-16 shrink-0 place-items-center rounded-full bg-mist text-plum">
              <ImagePlus className="size-6" aria-hidden="true" />
            </span>
          )}
          <div className="min-w-0 flex-1">
            <input
              {...wiring}
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif"
              className="file-input"
              onChange={(event) => send(event.currentTarget.files?.[0])}
            />
            <p aria-live="polite" className="text-sm">
              {upload.state === 'busy' && 'Please wait, The image is being Uploaded'}
              {upload.state === 'failed' && (
                <span className="text-error">
                  <strong>Error</strong> <span>{upload.why}</span>
                </span>
              )}
            </p>
          </div>
        </div>
      )}
    </Field>
  );
}
