import type { ComponentProps, ReactNode } from 'react';
import { t } from '#languages/t.ts';
import { FormContext, SelectField, TextAreaField, TextField } from './field.tsx';

/** What `Form` and the fields in it take of `useForm`. */
export type FormState = Pick<ComponentProps<'form'>, 'ref' | 'onChange' | 'onSubmit'> & {
  /** Another one where the fields begin anew. */
  beginning: number;
  field: (name: string) => ComponentProps<'input'> & { error?: string | undefined };
};

type FormProps = { of: FormState; className?: string; children: ReactNode };

/** A form whose fields know by their name what the contract says of them. */
export const Form = ({
  of: { ref, beginning, field, onChange, onSubmit },
  className = 'space-y-5',
  children,
}: FormProps) => (
  <FormContext value={field}>
    <form
      key={beginning}
      method="post"
      noValidate
      ref={ref}
      className={className}
      onChange={onChange}
      onSubmit={onSubmit}
    >
      {children}
    </form>
  </FormContext>
);

/** A field's words, and what no rule of the contract says of its control. */
export type FieldWords = {
  label: string;
  hint?: ReactNode;
  /** What is chosen from, each with its words. */
  options?: Readonly<Record<string, string>>;
  /** How many lines a longer text has. */
  rows?: number;
  /** Says so behind the label. */
  isOptional?: boolean;
  /** Shares its line with another where there is room. */
  isHalf?: boolean;
} & Pick<ComponentProps<'input'>, 'type' | 'max' | 'inputMode' | 'autoComplete'>;

/** The fields of a form in their order, by name. */
export type FieldList = Readonly<Record<string, FieldWords>>;

export const Fields = ({ fields }: { fields: FieldList }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    {Object.entries(fields).map(([name, { isHalf, ...words }]) => (
      <div key={name} className={`min-w-0 ${isHalf ? '' : 'sm:col-span-2'}`}>
        <FieldLine name={name} {...words} />
      </div>
    ))}
  </div>
);

function FieldLine({ options, rows, isOptional, label: word, ...rest }: FieldWords & { name: string }) {
  const words = { ...rest, label: isOptional ? t('common.optional', { label: word }) : word };
  if (options) return <SelectField options={Object.keys(options)} optionLabels={options} {...words} />;
  if (rows) return <TextAreaField rows={rows} {...words} />;
  return <TextField autoComplete="off" {...words} />;
}
