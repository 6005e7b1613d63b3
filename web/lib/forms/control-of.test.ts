import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Email, line, optionalId, requiredLine } from '#contract/fields.form.ts';
import { LessonDraft } from '#contract/lessons/form.ts';
import { Price, wholeNumber, wholeNumberOrNone } from '#contract/numbers.form.ts';
import { PlansDraft } from '#contract/plans/form.ts';
import { SchoolDraft } from '#contract/school/form.ts';
import { TermDraft } from '#contract/terms/form.ts';
import { controlOf, readFields } from './control-of.ts';

const Draft = z
  .object({
    title: requiredLine(20, 'common.enter_title'),
    notes: z.optional(
      z.nullable(
        z.pipe(
          line(30),
          z.transform((typed: string) => typed || null),
        ),
      ),
    ),
    email: Email,
    price: Price,
    places: wholeNumber(1, 12),
    age: z.optional(wholeNumberOrNone(0, 99)),
    level: z.enum(['low', 'high']),
    room: optionalId,
    rights: z.array(z.string()),
  })
  .check(z.refine(() => true));

test.each([
  ['title', { maxLength: 20, required: true }],
  ['notes', { maxLength: 30 }],
  ['email', { type: 'email', maxLength: 254, required: true }],
  ['price', { inputMode: 'decimal', required: true }],
  ['places', { inputMode: 'numeric', min: 1, max: 12, required: true }],
  ['age', { inputMode: 'numeric', min: 0, max: 99 }],
  ['level', {}],
  ['another', {}],
])('the control of %s takes what the field’s rules say', (name, control) => {
  expect(controlOf(Draft, name)).toEqual(control);
});

test('days, times and the fields of a list have the controls that their rules ask for', () => {
  expect(controlOf(TermDraft, 'firstday')).toEqual({ type: 'date', required: true });
  expect(controlOf(LessonDraft, 'starttime')).toEqual({ type: 'time', required: true });
  expect(controlOf(PlansDraft, 'plans.3.minutes')).toMatchObject({ min: expect.any(Number), required: true });
  expect(controlOf(SchoolDraft, 'welcome.lines.2').maxLength).toBeGreaterThan(0);
  expect(controlOf(SchoolDraft, 'email')).toMatchObject({ type: 'email', required: undefined });
});

test('what was typed is read by the names of the fields, a list as all of its values', () => {
  const form = new FormData();
  for (const [name, value] of [
    ['title', ' Cello '],
    ['other', 'no field'],
    ['rights', 'a'],
    ['rights', 'b'],
  ] as const)
    form.append(name, value);
  expect(readFields(Draft, form)).toEqual({ title: 'Cello', rights: ['a', 'b'] });
});
