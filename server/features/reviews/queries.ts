import { sql } from 'kysely';
import { PAGE_SIZE } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { type PageQuery, placeOf, takePage } from '#server/database/lists/pagination.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

export type ReviewRow = Row<'reviews'>;
export type NoteRow = Row<'reviewnotes'>;

export async function findReview(db: Db, id: string): Promise<ReviewRow | undefined> {
  return db.selectFrom('reviews').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** Keeps a review in place of the one before; its class or post is locked. */
export async function saveReview(tx: Db, { _id, ...review }: ReviewRow): Promise<void> {
  await tx
    .insertInto('reviews')
    .values({ _id, ...review })
    .onConflict((c) => c.column('_id').doUpdateSet(review))
    .execute();
}

/** Makes it the school's turn; false where it was before, or nothing was written. */
export async function handToSchool(tx: Db, { id, now }: { id: string; now: number }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('reviews')
    .set({ turn: 'school', changedat: now })
    .where('_id', '=', id)
    .where('turn', '=', 'teacher')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The notes of a review, the oldest first, with the names that their authors have now. */
export const findNotes = (db: Db, reviewid: string) =>
  db
    .selectFrom('reviewnotes')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('users')
        .select('name')
        .whereRef('users._id', '=', 'reviewnotes.byid')
        .$asScalar()
        .as('authorname'),
    )
    .where('reviewid', '=', reviewid)
    .orderBy('_id')
    .execute();

export async function findNote(db: Db, id: string): Promise<NoteRow | undefined> {
  return db.selectFrom('reviewnotes').selectAll().where('_id', '=', id).executeTakeFirst();
}

export async function insertNote(
  tx: Db,
  note: Omit<NewRow<'reviewnotes'>, '_id' | 'createdat'>,
  now: number,
): Promise<string> {
  const _id = newId(now);
  await tx
    .insertInto('reviewnotes')
    .values({ ...note, _id, createdat: now })
    .execute();
  return _id;
}

type Said = Partial<Pick<NoteRow, 'answer' | 'answeredat' | 'answererid' | 'takenat'>>;

export async function updateNote(tx: Db, id: string, said: Said): Promise<void> {
  await tx.updateTable('reviewnotes').set(said).where('_id', '=', id).execute();
}

/** Deletes a note of this author; gives how many that were. */
export async function deleteNote(tx: Db, { id, byid }: { id: string; byid: string }): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('reviewnotes')
    .where('_id', '=', id)
    .where('byid', '=', byid)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** What an account wrote beside classes and posts that no teacher has answered or taken yet. */
export const findOpenNotesBy = (db: Db, byid: string) =>
  db
    .selectFrom('reviewnotes')
    .selectAll()
    .where('byid', '=', byid)
    .where('answer', 'is', null)
    .where('takenat', 'is', null)
    .orderBy('_id')
    .execute();

/** All that an account wrote: its notes, and its answers. */
export async function findWrittenBy(db: Db, userid: string) {
  const [notes, answers] = await Promise.all(
    (['byid', 'answererid'] as const).map((column) =>
      db.selectFrom('reviewnotes').selectAll().where(column, '=', userid).orderBy('_id').execute(),
    ),
  );
  return { notes: notes ?? [], answers: answers ?? [] };
}

/** Takes an account off what it wrote: its answers go, its notes are the school's and stay without a name. */
export async function forgetWriter(tx: Db, userid: string): Promise<void> {
  await tx.updateTable('reviewnotes').set({ byid: null }).where('byid', '=', userid).execute();
  await tx
    .updateTable('reviewnotes')
    .set({ answererid: null, answer: null, answeredat: null })
    .where('answererid', '=', userid)
    .execute();
}

/** That what is reviewed waits, was denied or has changed since it was approved; each is found by its key. */
const UNDECIDED = sql<boolean>`coalesce(
  (select 1 from classes where classes._id = reviews.classid and deletedat is null
    and (status <> 'approved' or classes.changedat is not null)),
  (select 1 from blogs where blogs._id = reviews.blogid and state <> 'published')
) = 1`;

/** Reviews of what is not decided, with what is reviewed: each names one of the two. */
const undecided = (db: Db) =>
  db
    .selectFrom('reviews')
    .select(['_id', 'turn', 'changedat', 'classid'])
    .select(({ selectFrom, fn }) => {
      const taught = selectFrom('classes').whereRef('classes._id', '=', 'classid');
      const post = selectFrom('blogs').whereRef('blogs._id', '=', 'blogid');
      const notes = selectFrom('reviewnotes').whereRef('reviewid', '=', 'reviews._id');
      const count = fn.countAll<number>().as('count');
      return [
        fn.coalesce(taught.select('classname'), post.select('title')).$notNull().as('title'),
        fn.coalesce(taught.select('status'), post.select('state')).$notNull().as('state'),
        notes.select(count).$asScalar().$notNull().as('notes'),
        notes
          .where('answer', 'is', null)
          .where('takenat', 'is', null)
          .select(count)
          .$asScalar()
          .$notNull()
          .as('open'),
      ];
    })
    .where(UNDECIDED);

const LATEST_FIRST = { by: [sql.ref<number>('changedat')], isDescending: true };

/** What an account teaches and wrote that is reviewed. */
export function browseReviewsOf(db: Db, { teacherid, ...page }: PageQuery & { teacherid: string }) {
  const own = db
    .selectFrom('classes')
    .select('_id')
    .where('instructorid', '=', teacherid)
    .unionAll(db.selectFrom('blogs').select('_id').where('authorid', '=', teacherid));
  // Others are found by no page that begins at one: ids of classes are public, and who is reviewed is not.
  const reviewed = db.selectFrom('reviews').select(['_id', 'changedat']).where('_id', 'in', own);
  const find = (id: string) => placeOf(db.selectFrom(reviewed.as('own')), LATEST_FIRST, id);
  return takePage(undecided(db).where('_id', 'in', own), page, LATEST_FIRST, PAGE_SIZE, find);
}

/** Reviews in which it is the school's turn. */
export const browseSubmitted = (db: Db, page: PageQuery) =>
  takePage(undecided(db).where('turn', '=', 'school'), page, LATEST_FIRST);
