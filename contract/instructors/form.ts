import * as z from 'zod/mini';
import { requiredLine, text } from '#contract/fields.form.ts';
import { INSTRUMENT_MAX, INSTRUMENTS_MAX, WORDS_MAX } from './calls.ts';

const Instrument = requiredLine(INSTRUMENT_MAX, 'Name the instrument.').check(
  z.refine((name) => !name.includes(','), 'Name one instrument at a time.'),
);

/** The public profile of an instructor. */
export const ProfileDraft = z.object({
  words: text(WORDS_MAX),
  instruments: z
    .array(Instrument)
    .check(z.maxLength(INSTRUMENTS_MAX, `Name at most ${INSTRUMENTS_MAX} instruments.`)),
});
export type ProfileDraft = z.input<typeof ProfileDraft>;

/** The instruments as they are typed into one line, each once. */
export function instrumentsFrom(typed: string): string[] {
  const names = typed.split(',').map((name) => name.trim());
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  byName.delete('');
  return [...byName.values()];
}
