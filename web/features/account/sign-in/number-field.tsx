import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import type { FieldFault } from '#web/features/account/use-entry-faults.ts';

/** Apps show a number in groups, and so people type it. */
export const typedNumber = (form: HTMLFormElement) =>
  String(new FormData(form).get('number')).replace(/\s/g, '');

/** Longer than a recovery code with its groups, whatever is pasted around it. */
const TYPED_MAX = 40;

/** The number that an authenticator app shows; `orCode`: a recovery code may stand in its place. */
export function NumberField({
  orCode = false,
  onEdit,
  ...fault
}: { orCode?: boolean; onEdit: () => void } & FieldFault) {
  return (
    <TextField
      label={t(orCode ? 'account.number_or_code' : 'account.number_of_app')}
      hint={orCode ? t('account.recovery_code_hint') : undefined}
      name="number"
      required
      // The keyboard of a phone begins with digits; letters can be typed all the same.
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="tabular-nums tracking-widest"
      maxLength={TYPED_MAX}
      onChange={onEdit}
      {...fault}
    />
  );
}
