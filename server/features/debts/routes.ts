import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { debtEndpoints } from '#contract/debts/schema.ts';
import { withLanguage } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findUser } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { subjectText } from '#server/jobs/letter.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { findDebtors } from './find-debtors.ts';
import { REMINDER_SUBJECT, reminderOf } from './letters.ts';
import { findRemindable, remind } from './remind.ts';
import { sayDebts } from './say-owed.ts';

export type DebtOptions = {
  db: Db;
  config: Config;
  readSchool: ReadSchool;
  now: () => number;
  /** Lets the job of this name look at once. */
  wake: (job: string) => void;
};

export const debtRoutes: FastifyPluginAsyncZod<DebtOptions> = async (
  app,
  { db, config, readSchool, now, wake },
) => {
  app.route({
    ...debtEndpoints.listDebtors,
    handler: async ({ query }) => ({
      items: await findDebtors(db, { school: await readSchool(), now: now(), ...query }),
    }),
  });

  app.route({
    ...debtEndpoints.remindDebtor,
    handler: async ({ params: { userid }, query, body: { key }, user: actor }) => {
      const school = await readSchool();
      if (query.dry !== '1') {
        const sent = await remind(db, { userid, key, school, actor, now: now() });
        wake('mails');
        return sent;
      }
      const user = await findUser(db, userid);
      ensure(user, 'user-not-found');
      const debtor = await findRemindable(db, { userid, school, now: now() });
      // As the family will read it.
      const mail = withLanguage(languageOf(user, school), () => {
        const subject = subjectText(REMINDER_SUBJECT) ?? '';
        const head = letterheadOf(school, siteOf(config));
        return { subject, ...renderLetter(sayDebts(reminderOf(userid), debtor), head, subject) };
      });
      return { owed: debtor.owed, currency: debtor.currency, mail };
    },
  });
};
