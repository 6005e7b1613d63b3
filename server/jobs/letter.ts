/*
 * What a mail says, before it is text or HTML. What depends on the school (its name, its address, its time
 * zone) stands open until the mail is sent, so that the code that writes a letter need not know it.
 */

import type { When } from '#contract/messages/when-words.ts';

/**
 * A moment in epoch milliseconds, cents of a currency, a page of the school by its path, when a class meets,
 * or the school's name.
 */
export type Value =
  | string
  | { moment: number }
  | { cents: number; currency: string }
  | { path: string }
  | { when: When }
  | { school: true };

/** A sentence, with values in it. */
export type Words = Value | readonly Value[];

/** Why the reader gets the mail, for its footer. */
export type Reader = 'account' | 'address' | 'student' | 'teacher' | 'admin';

/** What stands before a fact; a learner by their id until the letter is addressed. */
export type Label = string | { learner: string };

export type Letter<L extends Label = Label> = {
  /** Whom it is written to. */
  reader: Reader;
  /** The subject where nothing else is said. */
  heading?: string;
  paragraphs: readonly Words[];
  facts?: readonly (readonly [label: L, value: Words])[];
  /** The one thing to do: a page of the school by its path, or a whole address. */
  button?: { label: string; href: string };
  /** What stands below the button, smaller. */
  notes?: readonly Words[];
  /**
   * The learners that it is about: it goes to none who may not get mail about any of them at the moment at
   * which it is sent, and names those of them that who reads it may.
   */
  about?: readonly string[];
  /**
   * Whether it is about the reader's own money: then it is always sent, and names the learners that the
   * reader may see.
   */
  isPayer?: boolean;
  /** Whether who reads it can enter an account by it: then nothing of it is kept that is not needed. */
  opensAccount?: boolean;
};

/** The school's name, wherever a sentence needs it. */
export const SCHOOL = { school: true } as const;

/** A person, to a reader who did not enter that name: in one line that no mail program turns into a link. */
export { plainName } from '#contract/fields.form.ts';

/** Text that a person typed, as a paragraph of its own. */
export const quoted = (text: string): Words => `“${text.trim()}”`;

/** As its reader reads it. */
export type AddressedLetter = Letter<string>;

/** A letter as it is kept. */
export const keepLetter = (letter: Letter): string => JSON.stringify(letter);
export const readLetter = (kept: string): Letter => JSON.parse(kept) as Letter;
