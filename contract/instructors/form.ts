import * as z from 'zod/mini';
import { requiredLine, says, text } from '#contract/fields.form.ts';
import { t } from '#languages/t.ts';
import { INSTRUMENT_MAX, INSTRUMENTS_MAX, WORDS_MAX } from './calls.ts';

/** The name of an instrument, as the school's list and the profiles of instructors have it. */
export const InstrumentName = requiredLine(INSTRUMENT_MAX, 'instructors.name_instrument').check(
  z.refine((name) => !name.includes(','), says('instructors.one_instrument')),
);

/** The public profile of an instructor. */
export const ProfileDraft = z.object({
  words: text(WORDS_MAX),
  instruments: z.array(InstrumentName).check(
    z.maxLength(INSTRUMENTS_MAX, {
      error: () => t('instructors.at_most_instruments', { max: INSTRUMENTS_MAX }),
    }),
  ),
});
export type ProfileDraft = z.input<typeof ProfileDraft>;

/** The instruments as they are typed into one line, each once. */
export function instrumentsFrom(typed: string): string[] {
  const names = typed.split(',').map((name) => name.trim());
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  byName.delete('');
  return [...byName.values()];
}
