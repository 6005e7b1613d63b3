import { useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import type { FileKind, LessonFile } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { saveBlob } from '#web/lib/api/save-file.ts';
import { readStored } from '#web/lib/api/stored-file.ts';
import { wentWrong } from '#web/lib/api/wire.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { DeleteFile } from './delete-file.tsx';

/** What people call the kinds. */
const KINDS: { readonly [K in FileKind]: string } = {
  pdf: 'PDF',
  mp3: 'MP3',
  m4a: 'M4A',
  jpeg: 'JPEG',
  png: 'PNG',
  musicxml: 'MusicXML',
  mxl: 'MusicXML',
};

const MB = 1024 * 1024;
const KB = 1024;

/** Files of a lesson, each to be saved; `mayDelete` where the reader may delete them, too. */
export function FileList({
  files,
  mayDelete = false,
}: {
  files: readonly LessonFile[];
  mayDelete?: boolean;
}) {
  return (
    <ul className="divide-y divide-base-300">
      {files.map((file) => (
        <li key={file._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <span className="min-w-0 flex-1 basis-48">
            <bdi className="wrap-anywhere font-semibold">{file.name}</bdi>
            <span className="block text-quiet text-sm">
              <Size file={file} />
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            <SaveButton file={file} />
            {mayDelete && <DeleteFile file={file} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Size({ file: { kind, bytes } }: { file: LessonFile }) {
  const { count } = useFormats();
  return bytes >= MB
    ? t('materials.kind_and_mb', { kind: KINDS[kind], size: count(Math.round((bytes / MB) * 10) / 10) })
    : t('materials.kind_and_kb', { kind: KINDS[kind], size: count(Math.max(1, Math.round(bytes / KB))) });
}

/** Fetches the file as the person who is signed in, since its address alone opens nothing. */
function SaveButton({ file: { _id, name } }: { file: LessonFile }) {
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    try {
      saveBlob(name, await readStored(_id));
    } catch (error) {
      toast('error', apiErrorOf(error)?.message ?? wentWrong());
    }
    setIsBusy(false);
  }
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      aria-label={t('common.label_of', { label: t('materials.save_file'), of: name })}
      isBusy={isBusy}
      onClick={save}
      icon={<Download className="size-4" aria-hidden="true" />}
    >
      {t('materials.save_file')}
    </ActionButton>
  );
}
