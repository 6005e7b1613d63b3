import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { goLiveEndpoints } from '#contract/golive/schema.ts';
import { t } from '#languages/t.ts';
import { siteOf } from '#server/config/site.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import type { SendMail } from '#server/jobs/send-due-mails.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { putLinesAway } from './is-open.ts';
import { type GoLiveOptions, listLines } from './list-lines.ts';
import { sendTestMail } from './send-test-mail.ts';

type Options = GoLiveOptions & { send: SendMail };

/** An admin who corrects the settings of a mail server tries several times. */
const TESTS_PER_MINUTE = 5;

export const goLiveRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { config, readSchool, proofs, send } = options;
  const countTest = perMinute<FastifyRequest>(TESTS_PER_MINUTE * config.rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  app.route({ ...goLiveEndpoints.readGoLive, handler: () => listLines(options) });

  app.route({
    ...goLiveEndpoints.putGoLiveAway,
    handler: async () => ({ putAway: await putLinesAway(options) }),
  });

  app.route({
    ...goLiveEndpoints.sendTestMail,
    handler: async (request) => {
      countTest(request);
      if (!config.mail.smtpUrl) return { done: false, sentence: t('golive.no_mail_server') };
      const head = letterheadOf(await readSchool(), siteOf(config));
      const outcome = await sendTestMail(request.user.email, { head, send });
      if (outcome.done) await proofs.note('mail');
      return outcome;
    },
  });
};
