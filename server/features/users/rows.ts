import { countRole } from '#server/database/rows/role-counts.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { deleteUser, findUser } from './queries.ts';
import { userRecovery } from './recovery.ts';

export const userRows = {
  users: {
    async export(db, { _id }) {
      const user = await findUser(db, _id);
      const { phone, street, postcode, town, note, emergencyname, emergencyphone, language } = user ?? {};
      const said = {
        phone: phone ?? undefined,
        street: street ?? undefined,
        postcode: postcode ?? undefined,
        town: town ?? undefined,
        note: note ?? undefined,
        emergencyname: emergencyname ?? undefined,
        emergencyphone: emergencyphone ?? undefined,
        language: language ?? undefined,
      };
      return { profile: user && { ...user, ...said } };
    },
    async erase(tx, { _id }) {
      const deleted = await deleteUser(tx, _id);
      if (deleted) await countRole(tx, deleted.role, -1);
    },
    recovery: userRecovery,
  },
  rolecounts: { recovery: { stays: 'Counts what the roles are.' }, small: 'There is a row for each role.' },
} satisfies FeatureRows;
