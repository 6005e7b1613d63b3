import { type RefObject, useEffect, useId } from 'react';
import type { Faults } from '#contract/fields.form.ts';
import { fieldsOf } from '#web/lib/identity/identity-faults.ts';

/**
 * What a field is told of its fault: the sentence, or the id of the one that it shares with another field.
 */
export type FieldFault = { error?: string; faultId?: string };

/**
 * Ties what is wrong with a form of an account to its fields: `faults` are the form's own, a sentence a
 * field, and `problem` is what was answered, which may be about one field, about several or about none. The
 * focus goes where it is to be mended.
 */
export function useEntryFaults(
  form: RefObject<HTMLFormElement | null>,
  { problem, faults = {} }: { problem: string; faults?: Faults },
) {
  const id = useId();
  const fields = fieldsOf(problem);
  const field = fields.at(-1);
  useEffect(() => {
    // By the problem too: the same field may be wrong twice.
    if (problem && field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [form, problem, field]);
  const faultOf = (name: string): FieldFault => {
    if (faults[name]) return { error: faults[name] };
    if (!fields.includes(name)) return {};
    return fields.length === 1 ? { error: problem } : { faultId: id };
  };
  return { faultOf, message: { id, problem: fields.length === 1 ? '' : problem } };
}
