import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { ADMIN } from './people.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Names = Map<string, { _id: string; name: string }>;

/** What the log says of a demo class: its instructor added it, and a day later the admin decided and wrote what there is to say. */
function changesOf(item: Row<'classes'>, byEmail: Names): Row<'changes'>[] {
  const change = (
    fields: Pick<Row<'changes'>, 'action' | 'before' | 'after' | 'note'>,
    { email, at }: { email: string; at: number },
  ): Row<'changes'> => ({
    ...fields,
    _id: newId(at),
    about: 'class',
    subjectid: item._id,
    subjectname: item.classname,
    actorid: byEmail.get(email)?._id ?? null,
    actorname: byEmail.get(email)?.name ?? null,
    createdat: at,
  });
  const { status, feedback, instructoremail } = item;
  const decided = { email: ADMIN.email, at: item.createdat + DAY_MS };
  const added = change(
    { action: 'added', before: null, after: 'pending', note: null },
    { email: instructoremail, at: item.createdat },
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
  const byEmail = new Map(users.map((user) => [user.email, user]));
  return classes.flatMap((item) => changesOf(item, byEmail));
}
