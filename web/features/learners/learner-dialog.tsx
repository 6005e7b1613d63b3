import type { Learner } from '#contract/learners/calls.ts';
import { LearnerDraft, SelfDraft } from '#contract/learners/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { familyChanges } from './changes.ts';
import { calledName } from './learner-words.ts';

type Props = {
  learner?: Learner;
  /** What a new child is probably called. */
  lastname?: string;
  onClose: () => void;
};

/**
 * Adds a child, or changes what is said of the one that is given. The name of an account itself is in its
 * profile.
 */
export function LearnerDialog({ learner, lastname, onClose }: Props) {
  const save = useSave(familyChanges);
  const { timezone = 'UTC' } = useConfig().school;
  const isSelf = learner?.self ?? false;
  const form = useForm(isSelf ? SelfDraft : LearnerDraft, {
    fields: fieldsOf(isSelf, dayAt(Date.now(), timezone)),
    item: learner,
    draftOf: (one) => draftOf(one, lastname),
    toInput: ({ born, note, ...names }) => ({
      ...(isSelf ? {} : names),
      born: born || null,
      note: note || null,
    }),
    send: (draft, seen) =>
      seen
        ? save('updateLearner', { id: seen._id, ...draft, was: seenOf(seen) })
        : save('addLearner', draft as Parameters<typeof familyChanges.addLearner>[0]),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={titleOf(learner)}
      action={learner ? t('common.save') : t('common.add')}
      changed={
        isSelf
          ? t('learners.self_changed_meanwhile')
          : t('learners.changed_meanwhile', { name: form.now.firstname ?? '' })
      }
      of={form}
      onClose={onClose}
    />
  );
}

const namesOf = () => ({
  firstname: { label: t('learners.first_name'), isHalf: true },
  lastname: { label: t('learners.last_name'), isHalf: true },
});

const fieldsOf = (isSelf: boolean, today: string) => ({
  ...(isSelf ? {} : namesOf()),
  born: {
    label: t('learners.date_of_birth'),
    isOptional: true,
    hint: t('learners.born_hint'),
    max: today,
  },
  note: {
    label: t('learners.note'),
    isOptional: true,
    hint: isSelf ? t('learners.note_hint_of_self') : t('learners.note_hint_of_child'),
    rows: 3,
  },
});

const draftOf = (learner: Learner | undefined, lastname = '') => ({
  firstname: learner?.firstname ?? '',
  lastname: learner ? (learner.lastname ?? '') : lastname,
  born: learner?.born ?? '',
  note: learner?.note ?? '',
});

const seenOf = ({ firstname, lastname, born, note }: Learner) => ({ firstname, lastname, born, note });

function titleOf(learner: Learner | undefined): string {
  if (!learner) return t('learners.add_child');
  return learner.self ? t('learners.about_you') : t('learners.change', { name: calledName(learner) });
}
