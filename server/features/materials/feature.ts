import type { Feature } from '#server/features/feature.ts';
import { sweepForms } from '#server/http/read-form.ts';
import { requireAttended, requireFile, requireTaught } from './in-lesson.ts';
import { type MaterialOptions, materialRoutes, uploadsOf } from './routes.ts';
import { sweepFiles } from './sweep-files.ts';

const HOUR_MS = 60 * 60_000;
/** What a backup holds back is looked at again so much later. */
const AFTER_BACKUP_MS = 60_000;

export const materialFeature = (options: MaterialOptions): Feature => {
  const { db, files, now } = options;
  return {
    routes: (app) => materialRoutes(app, options),
    own: {
      taught: (id, caller) => requireTaught(db, id, caller),
      attended: (id, caller) => requireAttended(db, id, caller),
      file: (id, caller) => requireFile(db, id, { caller, isTaught: false }),
      taughtfile: (id, caller) => requireFile(db, id, { caller, isTaught: true }),
    },
    jobs: [
      {
        name: 'lesson-file-sweep',
        everyMs: HOUR_MS,
        restMs: AFTER_BACKUP_MS,
        run: async () => {
          await sweepForms(uploadsOf(options));
          return (await sweepFiles({ db, files, now })) ? 0 : 1;
        },
      },
    ],
  };
};
