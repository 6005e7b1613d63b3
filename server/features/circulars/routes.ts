import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { circularEndpoints } from '#contract/circulars/schema.ts';
import { t } from '#languages/t.ts';
import type { Config } from '#server/config/config.ts';
import { siteOf } from '#server/config/site.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure, faultIn } from '#server/http/errors.ts';
import { renderLetter } from '#server/jobs/render-letter.ts';
import { letterRenderer } from '#server/markdown/render-markdown.ts';
import { letterheadOf } from '#server/services/mail.ts';
import { browseCirculars, browseRecipients, findCircular, withMails } from './queries.ts';
import { sendCircular, tryCircular } from './send-circular.ts';

export type CircularOptions = {
  db: Db;
  config: Config;
  readSchool: ReadSchool;
  now: () => number;
  /** Lets the job that sends mails look at once. */
  wake: (job: string) => void;
};

export const circularRoutes: FastifyPluginAsyncZod<CircularOptions> = async (app, options) => {
  const { db, config, readSchool, now, wake } = options;
  const render = letterRenderer();

  app.route({
    ...circularEndpoints.sendCircular,
    handler: async ({ query, body: { to, subject = '', text = '', key }, user }) => {
      const school = await readSchool();
      if (query.dry === '1') {
        const { letter, ...written } = await tryCircular(db, { to, school, subject, text, now: now() });
        const head = letterheadOf(school, siteOf(config));
        return { ...written, mail: letter ? { subject, ...renderLetter(letter, head, subject) } : null };
      }
      if (subject === '') throw faultIn('subject', () => t('circulars.enter_subject'));
      if (text === '') throw faultIn('text', () => t('circulars.enter_text'));
      const sent = await sendCircular(db, { to, school, subject, text, key, actor: user, now: now() });
      wake('mails');
      return sent;
    },
  });

  app.route({
    ...circularEndpoints.browseCirculars,
    handler: async ({ query }) => {
      const page = await browseCirculars(db, query);
      return { ...page, items: page.items.map(shown) };
    },
  });

  app.route({
    ...circularEndpoints.readCircular,
    handler: async ({ params: { id }, query }) => {
      const found = await findCircular(db, id);
      ensure(found, 'circular-not-found');
      const [circular] = await withMails(db, [found]);
      ensure(circular, 'circular-not-found');
      return { ...shown(circular), html: render(found.text), ...(await browseRecipients(db, id, query)) };
    },
  });
};

type Listed = Awaited<ReturnType<typeof browseCirculars>>['items'][number];

const shown = ({ aim: kind, aimid: id, aimname: name, text: _text, ...circular }: Listed) => ({
  ...circular,
  aim: { kind, id, name },
});
