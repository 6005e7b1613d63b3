import type { ImportField, Verdict } from '#contract/imports/calls.ts';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import type { Row } from '#server/database/schema.ts';
import type { Entry } from './reading/read-entry.ts';
import { childName, type Elsewhere, plainName } from './same-child.ts';

type KnownChild = Pick<Row<'learners'>, 'self' | 'firstname' | 'lastname' | 'born'>;
/** An account that has the address, with all that are taught under it. */
export type KnownAccount = Pick<Row<'users'>, '_id' | 'name' | 'role'> & {
  /** Whether its user has not proved the address. */
  isStrangers: boolean;
  learners: KnownChild[];
};

/** The verdict of a line. `isSelf`: only the account itself is taught. */
export type Judged = { entry: Entry } & (
  | { verdict: 'new'; isSelf: boolean }
  | { verdict: Exclude<Verdict, 'new'>; field?: ImportField; sentence: string }
);

export type Family = {
  /** The lines with one address, in their order. */
  entries: readonly Entry[];
  account: KnownAccount | undefined;
  /** Under which other address a child is already. */
  elsewhere: (entry: Entry) => Elsewhere | undefined;
  /** Born on this day or before it: eighteen years old. */
  grownUpSince: string;
};

/**
 * How an account is called: as the school knows it, else as the first line says that says it; empty where
 * none does.
 */
export const nameOfFamily = ({ entries, account }: Pick<Family, 'entries' | 'account'>): string =>
  account?.name ?? entries.find(({ parentname }) => parentname)?.parentname ?? '';

/**
 * Says of each line of a family whether it is new, there already, or for an admin to decide. Changes nothing.
 */
export const judgeFamily = (family: Family): Judged[] => family.entries.map(judgeOf(family));

/** The same while others are answered: a file may have one address in all its lines. */
export const judgeFamilyInTurns = (family: Family): Promise<Judged[]> =>
  mapInTurns(family.entries, judgeOf(family));

/**
 * Judges the lines of a family, to be asked for one after the other: a child that is new in one is there in
 * the next.
 */
function judgeOf(family: Family): (entry: Entry) => Judged {
  const { account } = family;
  const name = nameOfFamily(family);
  const learners: readonly KnownChild[] = account?.learners ?? [
    { self: 1, firstname: null, lastname: null, born: null },
  ];
  const children = Map.groupBy(
    learners.filter(({ self }) => !self),
    (child) => plainName(childName(child)),
  );
  let count = learners.length;
  let isSelfNew = account === undefined;
  return (entry) => {
    const fault = accountFault(entry, family, name) ?? childFault(entry, family, children);
    if (fault) return { entry, ...fault };
    if (isSelfOf(entry, name, family)) {
      if (!isSelfNew) return { entry, verdict: 'same', sentence: t('imports.is_account_holder') };
      isSelfNew = false;
      return { entry, verdict: 'new', isSelf: true };
    }
    if (count >= LEARNERS_MAX)
      return wrong(entry, 'firstname', t('imports.too_many_children', { max: LEARNERS_MAX - 1 }));
    const called = plainName(childName(entry));
    children.set(called, [...(children.get(called) ?? []), { ...entry, self: 0 }]);
    count++;
    return { entry, verdict: 'new', isSelf: false };
  };
}

type Found = { verdict: Exclude<Verdict, 'new'>; field?: ImportField; sentence: string };

const doubtful = (field: ImportField, sentence: string): Found => ({ verdict: 'doubtful', field, sentence });
const wrong = (entry: Entry, field: ImportField, sentence: string): Judged => ({
  entry,
  verdict: 'wrong',
  field,
  sentence,
});

/** What stands against giving the line to this account. */
function accountFault(
  { parentname, line }: Entry,
  { account, entries }: Family,
  name: string,
): Found | undefined {
  if (account && account.role !== 'student')
    return doubtful('email', t('imports.address_of_staff', { role: account.role, name: account.name }));
  if (account?.isStrangers) return doubtful('email', t('imports.address_unproved'));
  if (!name) return { verdict: 'wrong', field: 'parentname', sentence: t('imports.parent_missing') };
  if (!parentname || plainName(parentname) === plainName(name)) return undefined;
  if (account) return doubtful('parentname', t('imports.address_known_as', { name }));
  const first = entries.find((entry) => entry.parentname)?.line ?? line;
  return doubtful('parentname', t('imports.line_calls_parent', { line: first, name }));
}

/** What stands against adding the child. */
function childFault(
  entry: Entry,
  { elsewhere }: Family,
  children: ReadonlyMap<string, readonly KnownChild[]>,
): Found | undefined {
  const name = childName(entry);
  const known = children.get(plainName(name)) ?? [];
  if (known.some(({ born }) => entry.born === null || born === entry.born))
    return { verdict: 'same', sentence: t('imports.child_known', { name }) };
  if (known[0]) {
    const { born } = known[0];
    return doubtful(
      'born',
      born ? t('imports.child_known_born', { name, born }) : t('imports.child_known_unborn', { name }),
    );
  }
  const other = elsewhere(entry);
  if (!other) return undefined;
  const born = entry.born ?? '';
  return doubtful(
    'email',
    other.line === undefined
      ? t('imports.child_elsewhere', { name, born, email: other.email })
      : t('imports.child_elsewhere_line', { name, born, email: other.email, line: other.line }),
  );
}

/** An adult who pays for themself; a child may have a parent's name. */
export const isSelfOf = ({ firstname, lastname, born }: Entry, name: string, { grownUpSince }: Family) =>
  plainName(childName({ firstname, lastname })) === plainName(name) &&
  (born === null || born <= grownUpSince);
