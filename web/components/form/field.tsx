import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { t } from '#languages/t.ts';
import { CircleAlert } from '#web/components/icons/circle-alert.tsx';

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
type FieldOptions = {
  label: string;
  /** A sentence that helps before anything went wrong. */
  hint?: ReactNode;
  /** What is wrong with the present value, in a sentence. */
  error?: string | null;
  /** The id of a sentence elsewhere that says what is wrong with this field and others together. */
  faultId?: string;
};

/**
 * A label, a control, its hint and its error, tied together for screen readers; spread what `children` gets
 * on the control.
 */
export function Field({
  label,
  hint,
  error,
  faultId,
  children,
}: FieldOptions & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, faultId].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || faultId ? true : undefined,
      })}
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
    </div>
  );
}

/** What the form around a field says of it, by its name. */
export const FormContext = createContext<(name: string) => ComponentProps<'input'> & { error?: string }>(
  () => ({}),
);

/** The same for one field; what a page says of it itself comes first. */
function useControl({ name = '', type, value }: { name?: string; type?: string; value?: unknown }) {
  const { error, defaultValue, min, max, ...input } = useContext(FormContext)(name);
  return {
    error,
    initial: value === undefined ? { defaultValue } : {},
    input: type === 'number' ? { ...input, min, max } : input,
  };
}

/** A `Field` around an `<input>`; takes every attribute of one. */
export function TextField({
  label,
  hint,
  error,
  faultId,
  className = '',
  ...own
}: FieldOptions & ComponentProps<'input'>) {
  const control = useControl(own);
  const input = { ...control.input, ...control.initial, ...own };
  error ??= control.error;
  return (
    <Field label={label} hint={hint} error={error} faultId={faultId}>
      {(wiring) => <input dir="auto" className={`input ${className}`} {...input} {...wiring} />}
    </Field>
  );
}

/**
 * Where a page keeps the value of a choice itself, nothing in the document says which it began with; what is
 * asked before something typed is lost (is-edited.ts) would take it for a change.
 */
function keepFirst(select: HTMLSelectElement | null) {
  if (!select?.querySelector('[selected]')) select?.selectedOptions[0]?.setAttribute('selected', '');
}

/**
 * A `Field` around a `<select>`; each option is its own text unless `optionLabels` names it, and an empty one
 * means any.
 */
export function SelectField({
  label,
  hint,
  error,
  options,
  optionLabels = { '': t('common.any') },
  ...own
}: FieldOptions & {
  options: readonly string[];
  optionLabels?: Readonly<Record<string, string>>;
} & ComponentProps<'select'>) {
  const control = useControl(own);
  const select = { ...control.initial, ...own };
  error ??= control.error;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <select ref={keepFirst} className="select" {...select} {...wiring}>
          {options.map((option) => (
            <option key={option} value={option}>
              {optionLabels[option] ?? option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A `Field` around a `<textarea>`; takes every attribute of one. */
export function TextAreaField({ label, hint, error, ...own }: FieldOptions & ComponentProps<'textarea'>) {
  const control = useControl(own);
  const { maxLength, required } = control.input;
  const textarea = { maxLength, required, ...control.initial, ...own };
  error ??= control.error;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <textarea dir="auto" className="textarea min-h-32" {...textarea} {...wiring} />}
    </Field>
  );
}
