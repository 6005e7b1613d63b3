/** What doctor found about one thing. */
export type Finding = {
  about: string;
  /** `note`: worth knowing, and nothing is broken. */
  state: 'fine' | 'note' | 'wrong';
  says: string;
  /** What to do about it; absent where all is well. */
  remedy?: string;
};

export const fine = (about: string, says: string): Finding => ({ about, state: 'fine', says });
export const note = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'note',
  says,
  remedy,
});
export const wrong = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'wrong',
  says,
  remedy,
});
