import { type RefObject, useState } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { type Faults, findFaults } from '#contract/fields.form.ts';

/**
 * What is wrong with a form, a sentence a field, as the contract's `schema` says it. `check` gives whether
 * what was typed may be sent; it and `show` put the focus into the first faulty field.
 */
export function useFaults(schema: ZodMiniType, form: RefObject<HTMLElement | null>) {
  const [faults, setFaults] = useState<Faults>({});
  function show(found: Faults) {
    setFaults(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  }
  function check(typed: unknown): boolean {
    const found = findFaults(schema, typed);
    show(found);
    return Object.keys(found).length === 0;
  }
  /** A field that is edited is no longer called faulty. */
  const clear = (name: string) => setFaults(({ [name]: _, ...others }) => others);
  return { faults, check, show, clear };
}
