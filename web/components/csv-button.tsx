import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#web/lib/save-file.ts';
import { ActionButton } from './action-button.tsx';
import { toast } from './toasts.tsx';

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
    try {
      saveFile(`${name}.csv`, await load(), 'text/csv;charset=utf-8');
    } catch (error) {
      void toast('error', error instanceof Error ? error.message : 'The export failed. Try again.');
    }
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
