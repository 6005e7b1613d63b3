import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { hostOf, stopWebhook } from './end-delivery.ts';
import { notifyWebhooks } from './notify-webhooks.ts';
import { deleteMessagesAbout, findWebhooksOf, type WebhookRow } from './queries.ts';

const setUpOf = (webhook: WebhookRow): SetUp => ({
  kind: 'webhook',
  id: webhook._id,
  title: hostOf(webhook),
  detail: null,
  createdat: webhook.createdat,
});

const findRunning = async (db: Parameters<typeof findWebhooksOf>[0], userid: string) =>
  (await findWebhooksOf(db, userid)).filter(({ stoppedat }) => stoppedat === null);

export const webhookRows = {
  webhooks: {
    columns: { ownerid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own, made by an admin.' },
    async erase(tx, { _id }, { now }) {
      for (const webhook of await findWebhooksOf(tx, _id))
        await stopWebhook(tx, webhook, { now, because: 'owner' });
    },
    stillNames: {
      ownerid: 'A webhook stays, stopped, until another admin starts it; the id is no account’s any more.',
    },
    example: ({ now, id, userid }) => [
      {
        _id: id('webhook'),
        url: 'https://hook.test.example',
        events: ' enrolled ',
        secret: 's',
        ownerid: userid,
        createdat: now,
        failingsince: null,
        stoppedat: null,
      },
    ],
    small: 'A school has so many at most.',
    /**
     * A webhook is stopped: nothing leaves the school, and what a program of the school has to be told is
     * there once an admin has looked at it.
     */
    recovery: {
      endsWithRole: true,
      async ends(tx, { userid, now }) {
        const running = await findRunning(tx, userid);
        for (const webhook of running) await stopWebhook(tx, webhook, { now, because: 'owner' });
        return running.map(setUpOf);
      },
      list: async (db, { userid }) => (await findRunning(db, userid)).map(setUpOf),
      async endOne(tx, { userid, id, now }) {
        const webhook = (await findRunning(tx, userid)).find(({ _id }) => _id === id);
        if (webhook) await stopWebhook(tx, webhook, { now, because: 'owner' });
        return webhook !== undefined;
      },
    },
  },
  webhookmessages: {
    columns: { userid: { account: { stays: 'What was sent to a program is as it was sent.' } } },
    export: { none: 'What was sent to the school’s programs, for a month.' },
    /**
     * What waits is still sent, since the receiver's books need it, and goes when it was; the last word is
     * that the person is gone.
     */
    async erase(tx, { _id: userid, learnerid }, { now }) {
      await deleteMessagesAbout(tx, userid);
      const data = { userid, learnerid };
      await notifyWebhooks(tx, { type: 'person.erased', timestamp: now, data }, { ref: userid });
    },
    example: ({ now, id, userid }) => [
      {
        _id: id('message'),
        webhookid: id('webhook'),
        event: 'test',
        ref: userid,
        userid,
        body: '{}',
        workat: null,
        sentat: now,
        attempts: 1,
        status: 200,
        problem: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'They wait with their webhook.' },
  },
  webhooksubjects: {
    export: { none: 'Numbers of messages to the school’s programs, for a month.' },
    example: ({ now, id }) => [{ _id: `class ${id('class')}`, sequence: now }],
    recovery: { stays: 'A number that only grows.' },
  },
} satisfies FeatureRows;
