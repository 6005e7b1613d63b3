import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { classEndpoints } from '#contract/classes/schema.ts';
import { t } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure, faultIn } from '#server/http/errors.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { callOff, tryCallOff } from './call-off.ts';

export type CallOffOptions = {
  payments: Payments;
  config: Config;
  readSchool: ReadSchool;
  /** Lets the job that ends places look at once. */
  wake: () => void;
};

export const callOffRoutes: FastifyPluginAsyncZod<CallOffOptions> = async (app, options) => {
  const { payments, config, readSchool, wake } = options;

  app.route({
    ...classEndpoints.callOff,
    handler: async ({ params: { id }, query, body, user }) => {
      const { reason = '', refund, key } = body;
      if (query.dry === '1') {
        const { sums, letter, classname } = await tryCallOff(payments, { reason, refund }, id);
        const subject = t('calloffs.mail_subject', { class: classname });
        const head = letterheadOf(await readSchool(), siteOf(config));
        const mail = letter && { subject, text: renderLetter(letter, head, subject).text };
        return { ...sums, mail: mail ?? null };
      }
      ensure(user.role === 'admin', 'forbidden');
      if (reason === '') throw faultIn('reason', () => t('classes.say_why_called_off'));
      if (key === undefined) throw faultIn('key', () => t('payments.key_missing'));
      const sums = await callOff(payments, { reason, refund, key }, { id, actor: user });
      wake();
      return sums;
    },
  });
};
