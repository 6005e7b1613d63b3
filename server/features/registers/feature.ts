import type { Feature } from '#server/features/feature.ts';
import type { RegisterOptions } from './mark-register.ts';
import { absentJob } from './notify-absent.ts';
import { requireRegister } from './require-register.ts';
import { registerRoutes } from './routes.ts';

export const registerFeature = (options: RegisterOptions): Feature => ({
  routes: (app) => registerRoutes(app, options),
  own: {
    register: async (id, caller) => {
      const { db, readSchool, now } = options;
      await requireRegister(db, id, { caller, school: await readSchool(), now: now() });
    },
  },
  jobs: [absentJob(options)],
});
