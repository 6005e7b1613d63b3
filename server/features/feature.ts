import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { RawBuilder } from 'kysely';
import type * as z from 'zod';
import type { SetUpKind } from '#contract/account/calls.ts';
import type { AccountData, Erasure } from '#contract/account/schema.ts';
import type { PlainId } from '#languages/t.ts';
import type { Database, Db, NewRow, Row } from '#server/database/schema.ts';
import type { OwnedRows } from '#server/http/access.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { Said } from '#server/jobs/letter.ts';
import type { Seats } from './classes/index.ts';

/** An account and its own learner. */
export type Person = Pick<Row<'users'>, '_id' | 'email'> & { learnerid: string };

/** An account and its learners: its own, and children. */
export type Family = Pick<Person, '_id' | 'learnerid'> & {
  learners: readonly { _id: string; learnername: string }[];
};

/** Who takes their file along; `signinid` is the sign-in that asks. */
export type Exporting = Family & { signinid: string };

/** The rows of one account or learner become another's. */
export type Merge = {
  from: string;
  to: string;
  /** Learners that go with an account; none where two learners are merged. */
  learners: readonly string[];
};

/** A merge that is undone: what went `to` the one that was kept goes back to `from`. */
export type Parting = {
  from: string;
  to: string;
  /** Learners that stay with the account that was kept, with all that is theirs. */
  stay: readonly string[];
  /** Whether both learners have a place in one class, or wait for one, so that places cannot go back. */
  isShared: boolean;
};

/** Ids of the rows that became another's, and what else undoing needs. It is kept as JSON. */
export type Moved = { ids: string[] };

/** How rows of one column become another account's or learner's where setting the column is not enough. */
export type Merging<M extends Moved = Moved> = {
  move(tx: Db, merge: Merge): Promise<M>;
  /** Reverts it, of rows that are still the kept one's; gives how many. */
  moveBack(tx: Db, moved: M, parting: Parting): Promise<number>;
};

/**
 * What a merge does with the rows of a column that names an account or a learner:
 * - `moves`: they become the kept one's, and go back with its undoing.
 * - `place`: the same of a place in a class or what leads to one. It goes back only where the two share no
 *   class, and shows that something was begun for the learner.
 * - `merging`: it has its own way; `place` says whether that is of a place.
 * - `stays`: they keep naming the one that is dropped, or the merge itself sees to them, for the reason that
 *   is given.
 */
export type Merged =
  | 'moves'
  | 'place'
  // biome-ignore lint/suspicious/noExplicitAny: what undoing needs differs by table, and is the table's own alone
  | { merging: Merging<any>; place?: true }
  | { stays: string };

/**
 * What keeps a learner or an account that an import brought, once that is undone, as the report says it: any
 * row of the column, or one that fits `where`.
 */
export type InUse = { says: PlainId; where?(now: number): RawBuilder<boolean> };

/** What a merge does, and what the undo of an import: of an account without `inUse`, rows go with it. */
export type PersonColumn =
  | { account: Merged; inUse?: InUse }
  | { learner: Merged; account?: Merged; inUse: InUse | { goes: string } };

/**
 * Something that an account has set up or did: a guardian, a key, a role that it gave. `title` names it,
 * `detail` says more; messages are worded for the account that reads the list.
 */
export type SetUp = {
  kind: SetUpKind;
  id: string;
  title: string | Said;
  detail: string | Said | null;
  createdat: number;
};

/** Whose account is theirs again, or (`role`) has lost the rights of an admin. */
export type Recovered = { userid: string; because: 'recovery' | 'role'; now: number };

/**
 * What becomes of rows that a stranger may have written in a session of an account, once that is its owner's
 * again: they end, they are listed until the owner has looked at them and end one by one, or they stay, for
 * the reason that is given.
 */
export type RecoveryRule =
  | {
      stays: string;
      /** What follows once an account is not deleted that was to be. */
      kept?(tx: Db, of: Pick<Recovered, 'userid' | 'now'>): Promise<void>;
    }
  | {
      /** Ends them; gives what ended. */
      ends?(tx: Db, of: Recovered): Promise<SetUp[]>;
      /** Whether they end with the rights of an admin, too. */
      endsWithRole?: true;
      /** What stays, for the owner to look at. */
      list?(db: Db, of: Recovered): Promise<SetUp[]>;
      /** Ends one of the list; false where it is not the account's. */
      endOne?(tx: Db, of: Recovered & { id: string; rows: Rows }): Promise<boolean>;
    };

/** What a feature says of a table that it owns: whom its rows name, and what becomes of them. */
export type TableRows<T extends keyof Database> = {
  /** Each column that names an account or a learner. */
  columns?: { readonly [C in keyof Database[T]]?: PersonColumn };
  /** Its part of the file that a caller may take along, with that of their children; or why it has none. */
  export?: ((db: Db, family: Exporting) => Promise<Partial<z.output<typeof AccountData>>>) | { none: string };
  /**
   * What of it is lost by deleting the account at this moment (epoch milliseconds), with the learners that
   * leave with it.
   */
  findLosses?(db: Db, family: Family, now: number): Promise<Partial<z.output<typeof Erasure>>>;
  /**
   * Of a learner who leaves: ends what was begun for them, and deletes what is kept of them, in the
   * transaction that takes their name off. What still comes back to the family is what would have at
   * `askedat`, when it was told.
   */
  eraseLearner?(
    tx: Db,
    learnerid: string,
    when: { askedat: number; now: number; seats: Seats },
  ): Promise<void>;
  /** The same of an account that is deleted, once its learners have left or belong to another. */
  erase?(tx: Db, person: Person, when: { now: number; seats: Seats }): Promise<void>;
  /**
   * Lets what the books have of an account that is erased name the account that stands for it, where they are
   * not even.
   */
  keepBooks?(tx: Db, accounts: Pick<Merge, 'from' | 'to'>): Promise<void>;
  /** Columns that go on naming an account or a learner that was erased, each with the reason. */
  stillNames?: { readonly [C in keyof Database[T]]?: string };
  /** Rows of an account that fill each of the columns, as tests insert them. */
  example?(of: Example): readonly NewRow<T>[];
  recovery: RecoveryRule;
  /** Why it stays small however long a school runs, so that a statement may read all of it. */
  small?: string;
};

/** Whom example rows name. */
export type Example = Pick<Row<'users'>, 'name'> & {
  email: string;
  now: number;
  /** An account, its own learner, and a child of it that is an example itself. */
  userid: string;
  learnerid: string;
  childid: string;
  /** Another account. */
  otherid: string;
  otherlearner: string;
  /** Two classes that another account teaches, by their ids. */
  classid: string;
  nextclass: string;
  /** Differs from one account to the next, as `number` does. */
  id: (name: string) => string;
  number: number;
};

/** What features say of their tables. */
export type FeatureRows = { readonly [T in keyof Database]?: TableRows<T> };

/** Every table that a call may write, in the order in which rows are moved and erased. */
export type Rows = { readonly [T in OwnedTable]: TableRows<T> };

/** Without the tables that processes keep for themselves: they name no one, and no call writes them. */
export type OwnedTable = Exclude<keyof Database, 'settings' | 'contentversions' | 'callcounts' | 'processes'>;

/** With what accounts and learners are erased. */
export type Erasing = { rows: Rows; seats: Seats };

/** The ids of learners, and what each is called. */
export const namesOf = ({ learners }: Pick<Family, 'learners'>) =>
  new Map(learners.map(({ _id, learnername }) => [_id, learnername]));

/** What one noun brings to the school. */
export type Feature = {
  /** Its calls, below `/api`; absent where it has none. */
  routes?: FastifyPluginAsyncZod;
  /** Which of its rows are whose, for calls that are for a person's own alone. */
  own?: OwnedRows;
  /** What follows requests. */
  jobs?: readonly Job[];
};
