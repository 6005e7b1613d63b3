import { useState } from 'react';
import type { Closure, ClosureOutcome } from '#contract/closures/calls.ts';
import { ClosureDraft } from '#contract/closures/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { Outcome } from './outcome.tsx';

/** What may be closed besides the school. */
export type Closable = {
  rooms: readonly { _id: string; name: string }[];
  teachers: readonly { _id: string; name: string }[];
};

const fieldsOf = ({ rooms, teachers }: Closable) => ({
  name: {
    label: t('common.name'),
    hint: t('closures.name_hint'),
  },
  firstday: { label: t('closures.first_day'), isHalf: true },
  lastday: { label: t('closures.last_day'), isHalf: true },
  closed: {
    label: t('closures.what_is_closed'),
    options: Object.fromEntries([
      ['', t('closures.the_whole_school')],
      ...rooms.map(({ _id, name }) => [`roomid:${_id}`, name]),
      ...teachers.map(({ _id, name }) => [`teacherid:${_id}`, name]),
    ]),
  },
});

/**
 * Closes days, or changes the closing days that are given: first it says what that changes, then it is done.
 */
export function ClosureDialog({
  closure,
  onClose,
  ...closable
}: Closable & { closure?: Closure; onClose: () => void }) {
  const save = useSave(closureChanges);
  const [outcome, setOutcome] = useState<ClosureOutcome>();
  const form = useForm(ClosureDraft, {
    fields: fieldsOf(closable),
    item: closure,
    draftOf: typedOf,
    toInput,
    async send(draft, seen) {
      if (!outcome) return seen ? closureTrials.update(seen._id, draft) : closureTrials.add(draft);
      const saved = await (seen
        ? save('updateClosure', { id: seen._id, version: seen.version, ...draft })
        : save('addClosure', draft));
      if (!saved.isDone && saved.refusal?.code === 'changed-meanwhile') setOutcome(undefined);
      return saved;
    },
    onSaved: ({ answer }) => (outcome ? onClose() : setOutcome(answer as ClosureOutcome)),
    onEdit() {
      setOutcome(undefined);
      form.forget();
    },
  });
  return (
    <FormDialog
      title={closure ? t('closures.change', { name: form.seen?.name }) : t('closures.add_closing_days')}
      action={outcome ? doLabel(outcome) : t('closures.see_what_it_changes')}
      changed={t('closures.changed_meanwhile')}
      of={form}
      onClose={onClose}
    >
      {outcome && <Outcome {...outcome} />}
    </FormDialog>
  );
}

/** No email is sent where no lesson changes. */
const doLabel = ({ cancelled, planned }: ClosureOutcome) =>
  cancelled.lessons + planned.lessons > 0 ? t('closures.save_and_email') : t('common.save');

function closedOf({ roomid, teacherid }: Closure) {
  if (roomid) return `roomid:${roomid}`;
  return teacherid ? `teacherid:${teacherid}` : '';
}

/** Closing days as they stand in the form. */
const typedOf = (closure?: Closure) => ({
  name: closure?.name ?? '',
  firstday: closure?.firstday ?? '',
  lastday: closure?.lastday ?? '',
  closed: closure ? closedOf(closure) : '',
});

/** The fields of the form as they are sent. */
function toInput({ closed, ...typed }: ReturnType<typeof typedOf>) {
  const [kind, id = null] = closed.split(':');
  return {
    ...typed,
    roomid: kind === 'roomid' ? id : null,
    teacherid: kind === 'teacherid' ? id : null,
  };
}
