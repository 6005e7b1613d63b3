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

/** The form at the desk: a parent, and the first child where one is named. */
export const DeskDraft = z.extend(FamilyFields, Child.shape).check(
  z.refine(({ firstname, lastname, born }) => firstname !== null || (lastname === null && !born), {
    ...says('learners.enter_first_name'),
    path: ['firstname'],
  }),
  z.refine(({ firstname, lastname }) => firstname === null || lastname !== null, {
    ...says('learners.enter_last_name'),
    path: ['lastname'],
  }),
);
