import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { ADMIN } from './people.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Actor = { _id: string; name: string } | undefined;
type Actors = { admin: Actor; teacher: Actor };

/**
 * What the log says of a demo class: its instructor added it, and a day later the admin decided and wrote
 * what there is to say.
 */
function changesOf(item: Row<'classes'>, { admin, teacher }: Actors): Row<'changes'>[] {
  const change = (
    fields: Pick<Row<'changes'>, 'action' | 'before' | 'after' | 'note'>,
    { by, at }: { by: Actor; at: number },
  ): Row<'changes'> => ({
    ...fields,
    _id: newId(at),
    about: 'class',
    subjectid: item._id,
    subjectname: item.classname,
    learnerid: null,
    actorid: by?._id ?? null,
    keyname: null,
    actorname: by?.name ?? null,
    createdat: at,
  });
  const { status, feedback } = item;
  const decided = { by: admin, at: item.createdat + DAY_MS };
  const added = change(
    { action: 'added', before: null, after: 'pending', note: null },
    { by: teacher, at: item.createdat },
  );
  const changes = [added];
  if (status !== 'pending') {
    changes.push(change({ action: status, before: 'pending', after: status, note: null }, decided));
  }
  if (feedback) {
    const said = { ...decided, at: decided.at + MINUTE_MS };
    changes.push(change({ action: 'feedback', before: null, after: null, note: feedback }, said));
  }
  return changes;
}

/** The log of the demo school's classes, as if everything had been done on its screens. */
export function historyOf(classes: readonly Row<'classes'>[], users: readonly Row<'users'>[]) {
  const admin = users.find(({ email }) => email === ADMIN.email);
  const byId = new Map(users.map((user): [string | null, Row<'users'>] => [user._id, user]));
  return classes.flatMap((item) => changesOf(item, { admin, teacher: byId.get(item.instructorid) }));
}
