/*
 * What a mail says, before it is text or HTML. What depends on the school (its name, its address, its time
 * zone) or on the reader (the language) stands open until the mail is sent, so that the code that writes a
 * letter need not know it.
 */

import { plainName } from '#contract/fields.form.ts';
import { FORMER_TEACHER } from '#contract/former.ts';
import type { Due } from '#contract/messages/later-words.ts';
import { reasonIdOf } from '#contract/messages/reasons.ts';
import type { When } from '#contract/messages/when-words.ts';
import type { ListName } from '#contract/school/lists.ts';
import type { Language } from '#languages/languages.ts';
import { isMessageId, language, type MessageId, t, type ValuesOf } from '#languages/t.ts';

/**
 * A moment in epoch milliseconds, a day, cents of a currency, a page of the school by its path, when a class
 * meets, what is to be paid later with when it is due, several things, the school's name, a value of one of its
 * lists, or what the office wrote in Markdown, which stands as a paragraph of its own.
 */
export type Value =
  | string
  | { moment: number }
  | { day: string }
  | { cents: number; currency: string }
  | { path: string }
  | { when: When }
  | ({ later: Due } & { cents: number; currency: string })
  | { list: readonly Value[] }
  | { school: true }
  | { listed: ListName; value: string }
  | { markdown: string }
  | Said;

/**
 * A message and what stands in it, worded in the language of the reader. Rows keep its id (`mails.letter`,
 * `recoveries.ended`): a released message stays, with its arguments, for as long as such rows do; with other
 * arguments it gets another id.
 */
export type Said = { say: MessageId; with?: Readonly<Record<string, Value | number>> };

type SaidWith<Values> = { [Name in keyof Values]: Values[Name] extends number ? number : Value | number };

/** A message as a letter has it: as `t`, for the reader of a mail. */
export const say = <Id extends MessageId>(
  id: Id,
  ...[values]: keyof ValuesOf<Id> extends never ? [] : [values: SaidWith<ValuesOf<Id>>]
): Said => ({ say: id, ...(values && { with: values }) });

/** A sentence, with values in it. */
export type Words = Value | readonly Value[];

/** Why the reader gets the mail, for its footer. */
export type Reader = 'account' | 'address' | 'student' | 'teacher' | 'admin';

/**
 * The words of a subject in the language of now; no value in them depends on the school. Undefined for a
 * message of another version.
 */
export function subjectText(subject: string | Said): string | undefined {
  try {
    return wordsInside(subject);
  } catch (error) {
    if (error instanceof UnknownMessage) return undefined;
    throw error;
  }
}

function wordsInside(value: Value): string {
  if (typeof value === 'string') return value;
  if ('say' in value) return wordedBy(value, wordsInside);
  return 'list' in value ? listed(value.list.map(wordsInside)) : '';
}

/** A reason as a row keeps it (`reasonOf`, or what a person wrote). */
export function reasonSaid(reason: string): Value {
  const id = reasonIdOf(reason);
  return id ? say(id) : reason;
}

/** A message that this version does not have: another one wrote it. */
export class UnknownMessage extends Error {
  constructor(id: string) {
    super(`There is no message ${id}.`);
  }
}

/**
 * Several things as a sentence has them, in the language of now; in English with a comma before the last,
 * where `listOf` has none: the name of a class may have an “and” in it.
 */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language()).format(names);

/**
 * A message in the language of now, its values as `spelled` words them. Throws `UnknownMessage`, so that no
 * mail says an id.
 */
export function wordedBy({ say: id, with: values = {} }: Said, spelled: (value: Value) => string): string {
  if (!isMessageId(id)) throw new UnknownMessage(id);
  const inside = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : spelled(value),
  ]);
  // `say` has seen to it that these are the arguments of the message.
  return (t as (id: MessageId, values: object) => string)(id, Object.fromEntries(inside));
}

/** What stands before a fact; a learner by their id until the letter is addressed. */
export type Label = string | Said | { learner: string };

/**
 * What of what is owed a mail says: it asks for an invoice, before or after its day, or for all that an account
 * has not paid in time; or it says an account's balance and asks for nothing.
 */
export type Owed = { invoice: string } | { account: string } | { balance: string };

/** An invoice by its id. */
export type LetterFile = { invoice: string };

export type Letter<L extends Label = Label> = {
  /** Whom it is written to. */
  reader: Reader;
  /** What it is written in, where that is settled; else it is the reader's. */
  language?: Language;
  /** The subject of a kept letter where it is a message; plain words are kept beside the letter. */
  subject?: Said;
  /** The subject where nothing else is said. */
  heading?: Words;
  paragraphs: readonly Words[];
  facts?: readonly (readonly [label: L, value: Words])[];
  /** The one thing to do: a page of the school by its path, or a whole address. */
  button?: { label: Words; href: string };
  /** What stands below the button, smaller. */
  notes?: readonly Words[];
  /** Sums of the moment at which it is sent: it is not sent where nothing is owed of what it asks for. */
  owed?: Owed;
  /** What goes with it as a file, made when it is sent. */
  file?: LetterFile;
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

/**
 * Whether a letter tells of lessons or money: it is for the mailbox that its reader has when it is sent. A warning
 * is for the one that they had when it was written.
 */
export const followsReader = ({ reader, about, isPayer, owed, file }: Letter): boolean =>
  Boolean(reader === 'student' || reader === 'teacher' || about || isPayer || owed || file);

/** A person, to a reader who did not enter that name: in one line that no mail program turns into a link. */
export { plainName };

/** A teacher by the name on the wire; a class without one has a placeholder. */
export const teacherSaid = (name: string): Value =>
  name === FORMER_TEACHER ? say('users.former_teacher') : plainName(name);

/** Text that a person typed, as a paragraph of its own. */
export const quoted = (text: string): Words => say('mails.quoted', { text: text.trim() });

/** As its reader reads it. */
export type AddressedLetter = Letter<string | Said>;

/** A letter as it is kept. */
export const keepLetter = (letter: Letter): string => JSON.stringify(letter);
export const readLetter = (kept: string): Letter => JSON.parse(kept) as Letter;
