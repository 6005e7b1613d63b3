import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import type { Family, FamilyChange as FamilyRead } from '#contract/families/calls.ts';
import { childField, childrenOf, deskDraftOf, FamilyChange } from '#contract/families/form.ts';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { Fields } from '#web/components/form/form.tsx';
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

/** The fields of a child, by its number at the desk. */
const fieldsOfChild = (number: number, today: string) => ({
  [childField('firstname', number)]: {
    label: t('families.child_first_name', { number }),
    isOptional: true,
    isHalf: true,
  },
  [childField('lastname', number)]: {
    label: t('families.child_last_name', { number }),
    isOptional: true,
    isHalf: true,
    ...(number > 1 && { hint: t('families.child_last_name_hint') }),
  },
  [childField('born', number)]: {
    label: t('families.child_born', { number }),
    isOptional: true,
    max: today,
  },
});

/** Adds a family at the desk, with its children, and leads to its page. */
export function AddFamilyDialog({ query, onClose }: { query: string; onClose: () => void }) {
  const save = useSave(householdChanges);
  const navigate = useNavigate();
  const { timezone = 'UTC' } = useConfig().school;
  const [children, setChildren] = useState(1);
  const today = dayAt(Date.now(), timezone);
  const fields = Array.from({ length: children }, (_, at) => fieldsOfChild(at + 1, today));
  const form = useForm(deskDraftOf(children), {
    fields: contactFields(true),
    send: (typed) => save('addFamily', { ...familyOf(typed), learners: childrenOf(typed, children) }),
    onSaved: ({ answer }) =>
      navigate(`/admin/families/${(answer as { insertedId: string }).insertedId}${query}`),
    fieldsOf: { 'address-taken': 'email' },
  });
  function addChild() {
    flushSync(() => setChildren(children + 1));
    form.ref.current?.querySelector<HTMLElement>(`[name=${childField('firstname', children + 1)}]`)?.focus();
  }
  return (
    <FormDialog
      title={t('families.add_family')}
      action={t('families.add_the_family')}
      of={form}
      lead={
        <>
          <Fields
            fields={Object.assign(
              { name: { label: t('families.parent'), hint: t('families.parent_hint') } },
              ...fields,
            )}
          />
          {children < LEARNERS_MAX - 1 && (
            <button type="button" className="btn btn-outline btn-sm" onClick={addChild}>
              {t('families.another_child')}
            </button>
          )}
        </>
      }
      onClose={onClose}
    />
  );
}

/** What was typed of the family itself. */
const familyOf = ({
  name,
  email,
  phone,
  street,
  postcode,
  town,
  note,
}: z.input<ReturnType<typeof deskDraftOf>>) => ({ name, email, phone, street, postcode, town, note });

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
