import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FailedMail, mailEndpoints } from '#contract/mails/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { faultWords } from '#server/jobs/mail-faults.ts';
import { subjectOf } from '#server/jobs/outbox.ts';
import { browseFailedMails, findFailedMails, type MailRow } from './queries.ts';
import { isRetryable, retryMail } from './retry-mail.ts';

export type MailOptions = { db: Db; now: () => number };

export const mailRoutes: FastifyPluginAsyncZod<MailOptions> = async (app, { db, now }) => {
  const show = ({ lasterror, workat, ...mail }: MailRow) => ({
    ...mail,
    subject: subjectOf(mail),
    error: faultWords(lasterror ?? ''),
    nextat: workat,
    isretryable: isRetryable({ ...mail, lasterror, workat }, now()),
  });

  async function* shown(batches: AsyncGenerator<MailRow[]>) {
    for await (const batch of batches) yield batch.map(show);
  }

  app.route({
    ...mailEndpoints.listFailedMails,
    handler: (_request, reply) => sendList(reply, FailedMail, shown(findFailedMails(db))),
  });

  app.route({
    ...mailEndpoints.browseFailedMails,
    handler: async ({ query }) => {
      const page = await browseFailedMails(db, query);
      return { ...page, items: page.items.map(show) };
    },
  });

  app.route({
    ...mailEndpoints.retryMail,
    handler: async ({ params, user }) => {
      await retryMail(db, params.id, { actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });
};
