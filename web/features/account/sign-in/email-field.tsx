import { EMAIL_MAX } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import type { FieldFault } from '#web/features/account/use-entry-faults.ts';

/** The email that a person signs in with; `isNew` where an account is made with it. */
export function EmailField({
  isNew = false,
  onEdit,
  ...fault
}: { isNew?: boolean; onEdit: () => void } & FieldFault) {
  return (
    <TextField
      label={t('common.email')}
      // With `type="email"` a browser would refuse, or rewrite, an address that an older account has.
      {...(isNew ? { type: 'email' } : { inputMode: 'email' })}
      name="email"
      required
      maxLength={EMAIL_MAX}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onChange={onEdit}
      {...fault}
    />
  );
}
