import { type PlainId, t } from '#languages/t.ts';

/*
 * Why a mail was not sent, as far as the school itself says it. A row always keeps the sentence in English,
 * as it keeps what a mail server said.
 */

export const TOO_LATE = 'It could not be sent in time.';
export const UNKNOWN_WORDS =
  'It was written by another version of Cadenza, and this one does not know its words.';

const IDS: ReadonlyMap<string, PlainId> = new Map([
  [TOO_LATE, 'mails.too_late'],
  [UNKNOWN_WORDS, 'mails.unknown_words'],
]);

/** Such a sentence in the language of now; what the mail server said stays as it is. */
export function faultWords(kept: string): string {
  const id = IDS.get(kept);
  return id ? t(id) : kept;
}
