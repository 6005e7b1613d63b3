import { useState } from 'react';
import type { Closure, ClosureOutcome } from '#contract/closures/calls.ts';
import { ClosureDraft } from '#contract/closures/form.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { roomName } from '#web/lib/formats/room-labels.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { Outcome } from './outcome.tsx';

/** What may be closed besides the school. */
export type Closable = {
  rooms: readonly Room[];
  teachers: readonly { _id: string; name: string }[];
  /** Whether the whole school may be closed: by admins alone. */
  maySchool: boolean;
};

/** What may be closed, by what stands in the form. */
const optionsOf = ({ rooms, teachers, maySchool }: Closable): [string, string][] => [
  ...(maySchool ? [['', t('closures.the_whole_school')] satisfies [string, string]] : []),
  ...rooms.map((room): [string, string] => [`roomid:${room._id}`, roomName(room)]),
  ...teachers.map(({ _id, name }): [string, string] => [`teacherid:${_id}`, name]),
];

const fieldsOf = (closable: Closable) => ({
  name: {
    label: t('common.name'),
    hint: t('closures.name_hint'),
  },
  firstday: { label: t('common.first_day'), isHalf: true },
  lastday: { label: t('common.last_day'), isHalf: true },
  closed: {
    label: t('closures.what_is_closed'),
    options: Object.fromEntries(optionsOf(closable)),
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
    draftOf: (item?: Closure) => typedOf(item, optionsOf(closable)[0]?.[0]),
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
  const name = lessonReasonWords(form.seen?.name ?? '');
  return (
    <FormDialog
      title={closure ? t('common.change_named', { name }) : t('closures.add_closing_days')}
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

/** Closing days as they stand in the form; new ones begin with what may be closed first. */
const typedOf = (closure: Closure | undefined, first = '') => ({
  name: lessonReasonWords(closure?.name ?? ''),
  firstday: closure?.firstday ?? '',
  lastday: closure?.lastday ?? '',
  closed: closure ? closedOf(closure) : first,
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
