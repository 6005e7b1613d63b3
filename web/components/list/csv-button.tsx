import { useState } from 'react';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { announce } from '#web/lib/api/change.ts';
import { saveFile } from '#web/lib/api/save-file.ts';

/** Fetches a file of comma-separated values, which needs the person's token, and saves it as `<name>.csv`. */
export function CsvButton({
  label,
  name,
  load,
}: {
  label: string;
  name: string;
  load: () => Promise<string>;
}) {
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    await announce(load().then((text) => saveFile(`${name}.csv`, text, 'text/csv;charset=utf-8')));
    setIsBusy(false);
  }
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={isBusy}
      icon={<Download className="size-4" aria-hidden="true" />}
      onClick={save}
    >
      {label}
    </ActionButton>
  );
}
