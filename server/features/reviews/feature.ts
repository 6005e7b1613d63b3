import type { Caller } from '#server/auth/queries.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { findNote } from './queries.ts';
import { type ReviewOptions, reviewRoutes } from './routes.ts';
import { findTeacherOf } from './subjects.ts';

export const reviewFeature = (options: ReviewOptions): Feature => {
  const { db } = options;
  async function ensureTeacher(id: string, { _id, role }: Caller) {
    ensure(role === 'instructor' && (await findTeacherOf(db, id)) === _id, 'not-found');
  }
  return {
    routes: (app) => reviewRoutes(app, options),
    own: {
      review: ensureTeacher,
      reviewnote: async (id, caller) => {
        const note = await findNote(db, id);
        ensure(note, 'not-found');
        await ensureTeacher(note.reviewid, caller);
      },
      writtennote: async (id, { _id, role }) => {
        const note = role === 'admin' ? await findNote(db, id) : undefined;
        ensure(note?.byid === _id, 'not-found');
      },
    },
  };
};
