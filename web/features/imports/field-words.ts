import type { BornForm, ImportField, Verdict } from '#contract/imports/calls.ts';
import { type PlainId, t } from '#languages/t.ts';

/** What a column may say, as a list calls it. */
export const FIELD_WORDS: Readonly<Record<ImportField, PlainId>> = {
  email: 'imports.field_email',
  parentname: 'imports.field_parent',
  phone: 'imports.field_phone',
  firstname: 'imports.field_firstname',
  lastname: 'imports.field_lastname',
  born: 'imports.field_born',
  note: 'imports.field_note',
  class: 'imports.field_class',
  term: 'imports.field_term',
  teacher: 'imports.field_teacher',
  pays: 'imports.field_pays',
};

const HINTS: { readonly [F in ImportField]?: PlainId } = {
  email: 'imports.field_email_hint',
  firstname: 'imports.field_firstname_hint',
  note: 'imports.field_note_hint',
  class: 'imports.field_class_hint',
  term: 'imports.field_term_hint',
  teacher: 'imports.field_teacher_hint',
  pays: 'imports.field_pays_hint',
};

export function hintOf(field: ImportField): string | undefined {
  const hint = HINTS[field];
  return hint && t(hint);
}

export const bornWords = (): Readonly<Record<BornForm | '', string>> => ({
  '': t('imports.born_form_unknown'),
  'yyyy-mm-dd': t('imports.year_first'),
  'dd/mm/yyyy': t('imports.day_first'),
  'mm/dd/yyyy': t('imports.month_first'),
});

export const VERDICT_WORDS: Readonly<Record<Verdict, { label: PlainId; badge: string }>> = {
  new: { label: 'imports.new', badge: 'badge-success' },
  same: { label: 'imports.same', badge: 'badge-ghost' },
  doubtful: { label: 'imports.doubtful', badge: 'badge-warning' },
  wrong: { label: 'imports.wrong', badge: 'badge-error' },
};
