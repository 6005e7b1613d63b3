import * as z from 'zod/mini';
import { BlogDraft } from '#contract/blogs/form.ts';
import { CLASS_FIELDS } from '#contract/classes/form.ts';
import { type ReviewField, type ReviewKind, WORDED } from '#contract/reviews/calls.ts';
import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findBlog, lockBlog, takeWords } from '#server/features/blogs/index.ts';
import { findClass, lockClass, type Seats, updateClassIn } from '#server/features/classes/index.ts';
import { findInstrumentsById } from '#server/features/instruments/index.ts';
import { ensure, fieldFault } from '#server/http/errors.ts';

/** What every field says, in words. */
export type Fields = Readonly<Partial<Record<ReviewField, string>>>;

/** A class or a post as it is reviewed. */
export type Subject = {
  _id: string;
  kind: ReviewKind;
  title: string;
  state: 'pending' | 'approved' | 'denied' | 'draft' | 'waiting' | 'published';
  version: number;
  /** Whether the school has still to decide, or said no. */
  isOpen: boolean;
  teacherid: string | null;
  teachername: string;
  fields: Fields;
};

type ClassRow = NonNullable<Awaited<ReturnType<typeof findClass>>>;
type BlogRow = NonNullable<Awaited<ReturnType<typeof lockBlog>>>;

/** Throws `not-found`. */
export async function findSubject(db: Db, kind: ReviewKind, id: string): Promise<Subject> {
  const found = kind === 'class' ? await findClass(db, id) : await findBlog(db, id);
  ensure(found, 'not-found');
  return 'classname' in found ? ofClass(db, found) : ofBlog(found);
}

/** The same, locked until the transaction ends. Throws `not-found`. */
export async function lockSubject(tx: Db, kind: ReviewKind, id: string): Promise<Subject> {
  const found = kind === 'class' ? await lockClass(tx, id) : await lockBlog(tx, id);
  ensure(found, 'not-found');
  return 'classname' in found ? ofClass(tx, found) : ofBlog(found);
}

/** The account that teaches a class, or wrote a post; null where none does, undefined where it is not there. */
export async function findTeacherOf(db: Db, id: string): Promise<string | null | undefined> {
  const taught = await findClass(db, id);
  return taught ? taught.instructorid : (await findBlog(db, id))?.authorid;
}

async function ofClass(db: Db, found: ClassRow): Promise<Subject> {
  const instrumentids = found.instrumentids.split(',').filter(Boolean);
  const instruments = instrumentids.length > 0 ? await findInstrumentsById(db, instrumentids) : [];
  return {
    _id: found._id,
    kind: 'class',
    title: found.classname,
    state: found.status,
    version: found.editversion,
    isOpen: found.status !== 'approved' || found.changedat !== null,
    teacherid: found.instructorid,
    teachername: found.instructorname,
    fields: {
      classname: found.classname,
      image: found.image,
      instrumentids: instruments.map(({ name }) => name).join(', '),
      level: found.level,
      group: found.group,
      agefrom: String(found.agefrom ?? ''),
      ageto: String(found.ageto ?? ''),
      price: String(found.price / 100),
      priceunit: found.priceunit ?? '',
      duetext: found.duetext ?? '',
      // All of them: one that is sold is no change.
      availableseat: String(found.capacity),
      description: found.description,
    },
  };
}

function ofBlog({ title, blog_description, category, image, blog, ...found }: BlogRow): Subject {
  return {
    _id: found._id,
    kind: 'blog',
    title,
    state: found.state,
    version: found.version,
    isOpen: found.state === 'waiting',
    teacherid: found.authorid,
    teachername: found.authorname,
    fields: { title, blog_description, category, image, blog },
  };
}

const TEACHERS_FORM = z.object({ ...CLASS_FIELDS, ...BlogDraft.shape });

/**
 * What a field says with a proposal in it, as its form takes it. Throws `invalid-input` where the field has other
 * things than words, or the form would refuse it.
 */
export function wordsWith(field: ReviewField, words: string): string {
  if (!WORDED.has(field)) throw fieldFault('proposal', () => t('reviews.no_words_there'));
  const rule = TEACHERS_FORM.shape[field as 'title'];
  const { error, data } = z.safeParse(rule, words);
  if (error) throw fieldFault('proposal', () => error.issues[0]?.message ?? '');
  return data ?? '';
}

/** Puts other words into a field, as its teacher's own change. */
export async function changeWords(
  tx: Db,
  { _id: id, kind }: Subject,
  {
    field,
    words,
    seats,
    actor,
    today,
    now,
  }: { field: ReviewField; words: string; seats: Seats; actor: Caller; today: string; now: number },
): Promise<void> {
  if (kind === 'class') await updateClassIn(tx, seats, { [field]: words }, { id, actor, today, now });
  else await takeWords(tx, { id, field: field as keyof typeof BlogDraft.shape, words, actor, now });
}
