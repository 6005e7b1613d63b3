import { useContext, useId } from 'react';
import { CircleAlert } from '#web/components/icons/circle-alert.tsx';
import { FormContext } from './field.tsx';

type Choice<Value extends string> = { value: Value; label: string; hint?: string };

/** Several things of which each may be chosen; the form gives the chosen as the values of `name`. */
export function CheckboxGroup<Value extends string>({
  legend,
  name,
  choices,
  chosen = [],
  hint,
  list = 'space-y-2.5',
}: {
  legend: string;
  name: string;
  choices: readonly Choice<Value>[];
  /** What is chosen to begin with. */
  chosen?: readonly Value[];
  hint?: string;
  /** How the choices stand; below each other where it is left out. */
  list?: string;
}) {
  const id = useId();
  const { error } = useContext(FormContext)(name);
  return (
    <fieldset
      className="field"
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
    >
      <legend className="mb-2 font-semibold text-sm">{legend}</legend>
      <ul className={list}>
        {choices.map(({ value, label, hint }) => (
          <li key={value} className="flex items-start gap-3">
            <input
              id={`${id}-${value}`}
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen.includes(value)}
              aria-describedby={hint && `${id}-${value}-hint`}
              aria-invalid={error ? true : undefined}
              className="checkbox checkbox-primary checkbox-sm mt-0.5 rounded-sm border-[#8a8296]"
            />
            <div>
              <label htmlFor={`${id}-${value}`} className="block font-medium">
                {label}
              </label>
              {hint && (
                <p id={`${id}-${value}-hint`} className="text-quiet text-sm">
                  {hint}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-quiet text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 font-medium text-error text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
