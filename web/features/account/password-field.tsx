import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';

type Props = {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** A sentence below the field. */
  hint?: string;
  isFaulty?: boolean;
  onEdit?: () => void;
};

/** A password, hidden until its owner wants to see it. */
export function PasswordField({ name, label, autoComplete, hint, isFaulty = false, onEdit }: Props) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <label className="mb-1.5 block font-medium text-sm" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          className="input w-full pr-12"
          type={isShown ? 'text' : 'password'}
          name={name}
          required
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1024}
          aria-invalid={isFaulty || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={onEdit}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-field text-base-content/70 hover:text-base-content"
          aria-label={`Show ${label.toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-base-content/75 text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
