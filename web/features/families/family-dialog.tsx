import { useNavigate } from 'react-router';
import type { Family, FamilyChange as FamilyRead } from '#contract/families/calls.ts';
import { DeskDraft, FamilyChange } from '#contract/families/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { householdChanges } from './household-changes.ts';

const contactFields = (mayaddress: boolean) => ({
  phone: { label: t('account.telephone'), isOptional: true, isHalf: true, inputMode: 'tel' as const },
  ...(mayaddress && {
    email: { label: t('common.email'), isOptional: true, isHalf: true, hint: t('families.email_hint') },
  }),
  street: { label: t('families.street'), isOptional: true },
  postcode: { label: t('families.postcode'), isOptional: true, isHalf: true },
  town: { label: t('families.town'), isOptional: true, isHalf: true },
  note: { label: t('families.note'), isOptional: true, rows: 2, hint: t('families.note_hint') },
});

/** Adds a family at the desk, with its first child, and leads to its page. */
export function AddFamilyDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const save = useSave(householdChanges);
  const navigate = useNavigate();
  const { timezone = 'UTC' } = useConfig().school;
  const form = useForm(DeskDraft, {
    fields: {
      name: { label: t('families.parent'), hint: t('families.parent_hint') },
      firstname: { label: t('families.child_first_name'), isOptional: true, isHalf: true },
      lastname: { label: t('families.child_last_name'), isOptional: true, isHalf: true },
      born: {
        label: t('learners.date_of_birth'),
        isOptional: true,
        isHalf: true,
        max: dayAt(Date.now(), timezone),
      },
      ...contactFields(true),
    },
    send: ({ firstname, lastname, born, ...family }) =>
      save('addFamily', {
        ...family,
        learners: firstname ? [{ firstname, lastname: lastname ?? '', born: born ?? null }] : [],
      }),
    onSaved: ({ answer }) =>
      navigate(`/admin/families/${(answer as { insertedId: string }).insertedId}${query}`),
    fieldsOf: { 'address-taken': 'email' },
  });
  return (
    <FormDialog
      title={t('families.add_family')}
      action={t('families.add_the_family')}
      of={form}
      onClose={onClose}
    />
  );
}

/** Changes what the office knows of a family; an address that is proved is its owner's to change. */
export function FamilyDialog({ user, onClose }: { user: Family['user']; onClose: () => void }) {
  const save = useSave(householdChanges);
  const form = useForm(FamilyChange, {
    fields: {
      ...(user.role === 'student' && { name: { label: t('common.name') } }),
      ...contactFields(user.mayaddress),
    },
    item: user,
    send: (change, seen) => save('updateFamily', { userid: seen._id, ...change, was: seenOf(change, seen) }),
    onSaved: onClose,
    fieldsOf: { 'address-taken': 'email' },
  });
  return (
    <FormDialog
      title={t('common.change_named', { name: user.name })}
      action={t('common.save')}
      changed={t('families.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}

/** Of the fields that are sent, what they said when they were read. */
const seenOf = (change: object, seen: Family['user']): FamilyRead =>
  Object.fromEntries(Object.entries(seen).filter(([name]) => name in change));
