import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { FILE_ENDINGS } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { Field } from '#web/components/form/field.tsx';
import { RotateCw } from '#web/components/icons/rotate-cw.tsx';
import { X } from '#web/components/icons/x.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { FileRefused, sendFile } from './send-file.ts';

/** What is offered to choose from; the school looks at what is in them. */
const ACCEPTED = [...Object.values(FILE_ENDINGS), '.jpeg', '.xml'].join(',');

type Upload = {
  id: number;
  file: File;
  sent: number;
  /** Why it failed, and whether it would again. */
  why?: string;
  isFinal?: boolean;
  stop: AbortController;
};

let count = 0;

/**
 * Chooses files and adds them to a lesson, one after the other; says how far each is, and lets one that
 * failed be sent again. `onBusy` is told while any is on its way.
 */
export function FileAdder({ lessonid, onBusy }: { lessonid: string; onBusy: (isBusy: boolean) => void }) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const turn = useRef(Promise.resolve());
  const running = useRef(new Set<Upload>());
  useEffect(() => {
    const left = running.current;
    return () => {
      for (const { stop } of left) stop.abort();
    };
  }, []);

  const change = (id: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
  const forget = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));

  function add(files: readonly File[]) {
    for (const file of files) {
      const upload: Upload = { id: ++count, file, sent: 0, stop: new AbortController() };
      setUploads((all) => [...all, upload]);
      running.current.add(upload);
      onBusy(true);
      turn.current = turn.current.then(() => send(upload));
    }
  }

  async function send(upload: Upload) {
    const { id, file, stop } = upload;
    try {
      if (!stop.signal.aborted)
        await sendFile(lessonid, file, { signal: stop.signal, onProgress: (sent) => change(id, { sent }) });
      forget(id);
      if (!stop.signal.aborted) {
        toast('success', t('materials.file_added', { name: file.name }));
        await revalidate();
      }
    } catch (error) {
      if (stop.signal.aborted) forget(id);
      else
        change(id, {
          why: error instanceof Error ? error.message : t('materials.not_uploaded'),
          isFinal: error instanceof FileRefused,
        });
    }
    running.current.delete(upload);
    onBusy(running.current.size > 0);
  }

  function again({ id, file }: Upload) {
    forget(id);
    add([file]);
  }

  return (
    <div>
      <Field label={t('materials.add_files')} hint={t('materials.file_types')}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            multiple
            accept={ACCEPTED}
            className="file-input w-full max-w-md"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              // The same file may be chosen once more.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      <ul aria-live="polite" className="mt-3 space-y-3">
        {uploads.map((upload) => (
          <li key={upload.id} className="rounded-field bg-mist/50 p-3 text-sm">
            {upload.why === undefined ? (
              <>
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="wrap-anywhere min-w-0">
                    {t('materials.uploading', { name: upload.file.name })}
                  </span>
                  <button type="button" className="btn btn-ghost btn-xs" onClick={() => upload.stop.abort()}>
                    {t('common.cancel')}
                  </button>
                </p>
                <progress
                  className="progress progress-primary mt-2"
                  aria-label={t('materials.uploading', { name: upload.file.name })}
                  value={Math.round(upload.sent * 100)}
                  max={100}
                />
              </>
            ) : (
              <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <span className="wrap-anywhere min-w-0 flex-1 basis-56">
                  <strong>{upload.file.name}</strong> <span className="text-error">{upload.why}</span>
                </span>
                {!upload.isFinal && (
                  <button
                    type="button"
                    className="btn btn-outline btn-error btn-xs"
                    aria-label={t('common.label_of', { label: t('common.try_again'), of: upload.file.name })}
                    onClick={() => again(upload)}
                  >
                    <RotateCw className="size-3.5" aria-hidden="true" />
                    {t('common.try_again')}
                  </button>
                )}
                <button
                  type="button"
                  className="btn btn-ghost btn-square btn-xs"
                  aria-label={t('common.label_of', { label: t('materials.leave_out'), of: upload.file.name })}
                  onClick={() => forget(upload.id)}
                >
                  <X className="size-3.5" aria-hidden="true" />
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
