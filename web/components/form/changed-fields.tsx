import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import type { FieldList, FormState } from './form.tsx';
import { Meanwhile } from './meanwhile.tsx';

type Draft = Readonly<Record<string, string>>;

type Props = {
  /** That another user has saved it, such as `This room changed while you were editing`. */
  title: string;
  /** The fields with what had been read and what is there now. */
  of: Pick<FormState, 'field'> & { fields?: FieldList | undefined; before?: Draft | undefined; now: Draft };
  /** What the fields are called, where the form does not say it. */
  labels?: Draft | undefined;
  /** How a value is said, where it is neither a day nor one of a field's options, nor as it is written. */
  say?: ((name: string, value: string) => string | undefined) | undefined;
};

/** Says above a form which fields another user saved while it was open. */
export function ChangedFields({
  title,
  of: { fields = {}, field, before, now },
  labels = labelsOf(fields),
  say,
}: Props) {
  const { day } = useFormats();
  if (!before) return null;
  function said(name: string, value = ''): string {
    const own = say?.(name, value) ?? fields[name]?.options?.[value];
    if (own !== undefined) return own;
    return value && field(name).type === 'date' ? day(value) : value;
  }
  return (
    <Meanwhile title={title}>
      <ul className="mt-2 list-disc ps-5">
        {Object.entries(labels)
          .filter(([name]) => before[name] !== now[name])
          .map(([name, label]) => (
            <li key={name} className="wrap-anywhere">
              {t('common.field_is_now', {
                label,
                before: said(name, before[name]) || t('common.field_is_empty'),
                now: said(name, now[name]) || t('common.field_is_empty'),
              })}
            </li>
          ))}
      </ul>
      <p className="mt-2">{t('common.nothing_was_saved_yet')}</p>
    </Meanwhile>
  );
}

const labelsOf = (fields: FieldList): Draft =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));
