import { useCallback, useState } from 'react';
import type { CircularAim, Written } from '#contract/circulars/calls.ts';
import { CircularDraft } from '#contract/circulars/form.ts';
import { t } from '#languages/t.ts';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { circularChanges, tryCircular } from './changes.ts';
import { UnreachedList } from './unreached-list.tsx';

const BEGINNING = { subject: '', text: '' };

const fieldsOf = () => ({
  subject: { label: t('circulars.subject') },
  text: { label: t('circulars.text'), hint: t('circulars.text_hint'), rows: 8 },
});

type Props = {
  to: CircularAim;
  /** Of the class or the term. */
  name?: string;
  onClose: () => void;
};

/** Writes to families, says how many get it and what they will read, and sends it once. */
export function WriteDialog({ to, name = '', onClose }: Props) {
  const save = useSave(circularChanges);
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState(BEGINNING);
  const ask = useCallback((body: string) => tryCircular(JSON.parse(body)), []);
  const dry = useLatest(JSON.stringify({ to, ...typed }), ask);
  const count = dry.answer?.families;
  const form = useForm(CircularDraft, {
    fields: fieldsOf(),
    item: BEGINNING,
    send: (draft) => save('sendCircular', { to, key, ...draft }),
    onSaved: onClose,
    onEdit: ({ target: { name, value } }) => setTyped((known) => ({ ...known, [name]: value })),
  });
  return (
    <FormDialog
      title={'owing' in to ? t('circulars.write_to_owing') : t('circulars.write_to_families_of', { name })}
      action={
        count === undefined ? t('circulars.send') : count > 0 ? t('circulars.send_to', { count }) : undefined
      }
      of={form}
      onClose={onClose}
    >
      <DryResult
        label={t('circulars.who_gets_it')}
        dry={dry}
        working={t('circulars.counting')}
        className="space-y-3 rounded-field bg-honey p-4"
      >
        {(answer) => <Outcome {...answer} isWritten={typed.text.trim() !== ''} />}
      </DryResult>
    </FormDialog>
  );
}

function Outcome({ families, unreached, mail, isWritten }: Written & { isWritten: boolean }) {
  return (
    <>
      <p className="font-semibold">
        {mail && isWritten
          ? t('circulars.this_is_what_they_get', { count: families })
          : t('circulars.goes_to', { count: families })}
      </p>
      {mail && isWritten && (
        // What it links to is for its readers; no script runs in it.
        <iframe
          title={t('circulars.preview')}
          sandbox=""
          srcDoc={mail.html}
          className="h-96 w-full rounded-field border border-base-300 bg-white"
        />
      )}
      {unreached.length > 0 && <UnreachedList families={unreached} />}
    </>
  );
}
