import * as z from 'zod/mini';
import { Phone } from '#contract/account/contact-form.ts';
import { Email, line, nameOf, requiredName, says, text } from '#contract/fields.form.ts';
import { LEARNER_NAME_MAX } from '#contract/learners/calls.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { FAMILY_NOTE_MAX, POSTCODE_MAX, STREET_MAX, TOWN_MAX } from './calls.ts';

const orNone = (field: z.ZodMiniType<string, string>) =>
  z.nullable(
    z.pipe(
      field,
      z.transform((typed: string) => typed || null),
    ),
  );

/** What the office writes of a family: who its parent is, and how the school reaches them; each may be empty. */
export const FamilyFields = z.object({
  name: requiredName(NAME_MAX, 'families.enter_parent'),
  email: orNone(z.union([Email, z.literal('')])),
  phone: z.nullable(Phone),
  street: orNone(line(STREET_MAX)),
  postcode: orNone(line(POSTCODE_MAX)),
  town: orNone(line(TOWN_MAX)),
  /** For the office alone. */
  note: orNone(text(FAMILY_NOTE_MAX)),
});

/** What a family of before is changed to, field by field. */
export const FamilyChange = z.partial(FamilyFields);

/** A family that the office adds, with its children. */
export const FamilyDraft = z.extend(z.partial(FamilyFields), {
  name: FamilyFields.shape.name,
  learners: z.array(LearnerDraft),
});

/** A child who may be left out; half a name is none. */
const Child = z.object({
  firstname: orNone(nameOf(LEARNER_NAME_MAX)),
  lastname: orNone(nameOf(LEARNER_NAME_MAX)),
  born: LearnerDraft.shape.born,
});

/** The name of a field of a child at the desk; of the first, who is number 1, it has no number. */
export const childField = (name: keyof z.input<typeof Child>, number: number) =>
  number === 1 ? name : `${name}${number}`;

type Typed = Readonly<Record<string, string | null | undefined>>;

/**
 * The form at the desk: a parent, and this many children, of whom each may be left out. A further child whose
 * last name is left out is called as the first.
 */
export function deskDraftOf(children: number) {
  const numbers = Array.from({ length: children }, (_, at) => at + 1);
  const fields = numbers.flatMap((number) =>
    Object.entries(Child.shape).map(([name, field]) => [
      childField(name as keyof typeof Child.shape, number),
      field,
    ]),
  );
  const faults = numbers.flatMap((number) => {
    const [firstname, lastname, born] = (['firstname', 'lastname', 'born'] as const).map((name) =>
      childField(name, number),
    ) as [string, string, string];
    return [
      z.refine<Typed>((typed) => Boolean(typed[firstname]) || !(typed[lastname] || typed[born]), {
        ...says('learners.enter_first_name'),
        path: [firstname],
      }),
      z.refine<Typed>((typed) => !typed[firstname] || Boolean(typed[lastname] || typed.lastname), {
        ...says('learners.enter_last_name'),
        path: [lastname],
      }),
    ];
  });
  const shape = { ...FamilyFields.shape, ...(Object.fromEntries(fields) as typeof Child.shape) };
  return z.object(shape).check(...faults);
}

/** The children who were named at the desk. */
export const childrenOf = (typed: Typed, children: number) =>
  Array.from({ length: children }, (_, at) => at + 1).flatMap((number) => {
    const firstname = typed[childField('firstname', number)];
    const lastname = typed[childField('lastname', number)] || typed.lastname || '';
    return firstname ? [{ firstname, lastname, born: typed[childField('born', number)] || null }] : [];
  });
