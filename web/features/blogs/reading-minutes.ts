const WORDS_A_MINUTE = 220;

/** How long an article takes to read, in whole minutes. */
export const readingMinutes = (text: string) =>
  Math.max(1, Math.round(text.split(/\s+/).length / WORDS_A_MINUTE));
