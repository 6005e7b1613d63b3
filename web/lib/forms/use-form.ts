import { type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { ApiError } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Faults } from '#contract/fields.form.ts';
import type { FieldList } from '#web/components/form/form.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { controlOf, readFields, withPlainNumbers } from './control-of.ts';
import { useFaults } from './use-faults.ts';

type Draft = Readonly<Record<string, string>>;

type Options<Schema extends z.ZodMiniType, Item, Typed extends Draft> = {
  /** The words of the fields. */
  fields?: FieldList;
  /** What is edited; left out for something new. */
  item?: Item;
  /** What the form begins with; the item's own fields where it is left out. */
  draftOf?: (item: Item) => Typed;
  /** What is sent of what was typed; the fields that the schema names where it is left out. */
  toInput?: (typed: Typed, form: FormData) => z.input<Schema>;
  /** Sends it; `seen` is what is edited as it was read, `pressed` the value of the button. */
  send: (input: z.input<Schema>, seen: Item, pressed: string) => Promise<Outcome>;
  onSaved?: (outcome: Outcome & { isDone: true }) => unknown;
  /** Whether the form stays once it is saved, and begins then with what the page's data say. */
  stays?: boolean;
  /** Called when a field is edited. */
  onEdit?: (event: { target: { name: string; value: string } }) => void;
  /** Refusals that are about one field, with its name. */
  fieldsOf?: Readonly<Partial<Record<ErrorCode, string>>>;
};

/** The sentences of a refusal that name a field. */
export const faultsOf = (refusal: ApiError | undefined): Faults =>
  Object.fromEntries((refusal?.errors ?? []).map(({ field, detail }) => [field, detail]));

/** Which of the faults is a field's, or that of a part of it. */
const faultAt = (faults: Faults, name: string) =>
  Object.keys(faults).find((field) => `${field}.`.startsWith(`${name}.`)) ?? name;

/**
 * What `FormContext` gives the fields of a form: what their controls take of its rules, what is wrong, and
 * what they begin with.
 */
export const fieldsBy =
  (schema: z.ZodMiniType, faults: Faults, initial?: (name: string) => string | undefined) =>
  (name: string) => ({
    ...controlOf(schema, name),
    error: faults[faultAt(faults, name)],
    defaultValue: initial?.(name),
  });

const textsOf = (form: FormData): Draft =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));

/**
 * A form by the contract's `schema`. What was typed is checked and sent once; what is wrong with it, or
 * refused, is said beside the fields that it names, and the first of them gets the focus. Where another user
 * has saved meanwhile, nothing that was typed is lost.
 */
export function useForm<Schema extends z.ZodMiniType, Item extends object | undefined, Typed extends Draft>(
  schema: Schema,
  {
    fields,
    item,
    draftOf,
    toInput,
    send,
    onSaved,
    stays,
    onEdit,
    fieldsOf = {},
  }: Options<Schema, Item, Typed>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear } = useFaults(schema, ref);
  const ownFields = (of: Item) =>
    Object.fromEntries(
      Object.keys(fields ?? {}).map((name) => [name, String(Object(of)[name] ?? '')]),
    ) as Typed;
  const { seen, shown, before, now, beginning, takeUp, renew } = useSeen(item as Item, draftOf ?? ownFields);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState('');

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy !== undefined) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = (submitter as HTMLButtonElement | null)?.value ?? '';
    const form = new FormData(event.currentTarget);
    const typed = { ...shown, ...textsOf(form) };
    const read = toInput ? toInput(typed, form) : readFields(schema, form);
    const input = withPlainNumbers(schema, read as z.input<Schema> & object) as z.input<Schema>;
    if (!check(input)) return;
    setBusy(pressed);
    setProblem('');
    const outcome = await send(input, seen, pressed);
    setBusy(undefined);
    if (outcome.isDone) {
      if (stays) renew();
      return onSaved?.(outcome);
    }
    const { refusal } = outcome;
    const field = fieldsOf[refusal?.code as ErrorCode];
    const refused = { ...faultsOf(refusal), ...(field && { [field]: outcome.problem }) };
    show(refused);
    const isStale = seen !== undefined && refusal?.code === 'changed-meanwhile';
    if (isStale) takeUp(typed);
    // Of a record of which no field is typed, no field can say what changed.
    const isSaid = isStale && Object.keys(shown).length > 0;
    if (!isSaid && !Object.values(refused).includes(outcome.problem)) setProblem(outcome.problem);
  }

  return {
    ref,
    fields,
    seen,
    before,
    now,
    shown,
    beginning,
    faults,
    isBusy: busy !== undefined,
    /** The value of the button that is at work. */
    busy,
    problem,
    clear,
    /** Forgets what went wrong with sending it. */
    forget: () => setProblem(''),
    onChange(event: FormEvent) {
      const target = event.target as HTMLInputElement;
      clear(faultAt(faults, target.name));
      onEdit?.({ target });
    },
    onSubmit,
    field: fieldsBy(schema, faults, (name) => shown[name]),
  };
}
