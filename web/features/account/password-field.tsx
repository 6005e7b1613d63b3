import { useState } from 'react';
import { PASSWORD_MAX } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { Field } from '#web/components/form/field.tsx';
import { Eye } from '#web/components/icons/eye.tsx';
import { EyeOff } from '#web/components/icons/eye-off.tsx';
import type { FieldFault } from './use-entry-faults.ts';

type Props = {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  onEdit?: () => void;
} & FieldFault;

/** A password, hidden until its owner wants to see it. */
export function PasswordField({ name, label, autoComplete, hint, onEdit, ...fault }: Props) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} {...fault}>
      {(wiring) => (
        <div dir="ltr" className="relative">
          <input
            {...wiring}
            className="input pe-12"
            type={isShown ? 'text' : 'password'}
            name={name}
            required
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={PASSWORD_MAX}
            onChange={onEdit}
          />
          <button
            type="button"
            className="absolute inset-y-0 inset-e-0 z-1 grid w-11 cursor-pointer place-items-center rounded-field text-quiet hover:text-ink"
            aria-label={isShown ? t('account.hide_password') : t('account.show_password')}
            aria-controls={wiring.id}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
