import * as z from 'zod';
import type { WebhookSubject } from '#contract/webhooks/calls.ts';
import { WebhookNotice, WebhookPayload } from '#contract/webhooks/schema.ts';

type Payload = z.output<typeof WebhookPayload>;
type Notice = z.output<typeof WebhookNotice>;

type DataOf<B extends { type: string; data: unknown }, T> = Extract<B, { type: T }>['data'];

/**
 * What happened, in cents and epoch milliseconds: what either version of webhooks is told of it. An event that
 * came after version 0 names ids alone.
 */
export type Happening = {
  [T in Notice['type']]: {
    type: T;
    timestamp: number;
    data: T extends Payload['type'] ? DataOf<Payload, T> : DataOf<Notice, T>;
  };
}[Notice['type']];

type About = { subject: { kind: WebhookSubject; id: string } | null; url: string | null };
type Rules = { [T in Notice['type']]: (data: DataOf<Notice, T>) => About };

const about = (kind: WebhookSubject, id: string, noun: string, read = id): About => ({
  subject: { kind, id },
  url: `/api/v1/${noun}/${encodeURIComponent(read)}`,
});

const account = ({ userid }: { userid: string }) => about('account', userid, 'families');
const child = ({ learnerid }: { learnerid: string }) => about('learner', learnerid, 'people');
const course = ({ classid }: { classid: string }) => about('class', classid, 'classes');
const lesson = ({ lessonid }: { lessonid: string }) => about('lesson', lessonid, 'lessons');
const invoice = ({ invoiceid }: { invoiceid: string }) => about('invoice', invoiceid, 'invoices');

type Place = { enrolmentid: string; classid: string | null; learnerid: string };

/**
 * A place stays in its class and may change its learner, so that the order of its class is that of its whole
 * life; it is also that in which seats are taken. What was paid without a class follows its learner.
 */
const place = ({ enrolmentid, classid, learnerid }: Place) =>
  classid === null
    ? about('learner', learnerid, 'enrolments', enrolmentid)
    : about('class', classid, 'enrolments', enrolmentid);

/** Of each event, whose order it keeps and by which call of v1 its record is read. */
const ABOUT: Rules = {
  'account.added': account,
  'account.changed': account,
  'child.added': child,
  'child.changed': child,
  'child.removed': child,
  'guardian.added': child,
  'guardian.changed': child,
  'guardian.removed': child,
  enrolled: place,
  cancelled: place,
  moved: place,
  'payment.noted': ({ movementid, userid, learnerid }) =>
    userid === null
      ? about('learner', learnerid ?? '', 'movements', movementid)
      : about('account', userid, 'movements', movementid),
  // The place has mostly ended, and what went back is the account's.
  refunded: ({ userid, ...of }) => ({
    ...place(of),
    ...(userid !== null && { url: account({ userid }).url }),
  }),
  'credit.refunded': ({ movementid, userid }) => about('account', userid, 'movements', movementid),
  'place.offered': ({ classid, entryid }) => about('class', classid, 'waitlist', entryid),
  'class.approved': course,
  'class.changed': course,
  'class.called-off': course,
  'class.removed': course,
  'lesson.moved': lesson,
  'lesson.cancelled': lesson,
  'lesson.substituted': lesson,
  'absence.noted': lesson,
  'register.saved': lesson,
  'invoice.issued': invoice,
  'invoice.paid': invoice,
  'invoice.voided': invoice,
  'person.erased': account,
  test: () => ({ subject: null, url: null }),
};

/** What a webhook of version 0 is told, for which no event can be chosen that came later. */
export const payloadOf = (happening: Happening): string =>
  JSON.stringify(z.encode(WebhookPayload, happening as Payload));

/** What a webhook of version 1 is told, but for its id and sequence, and its subject as a row keeps it. */
export function noticeOf({ type, timestamp, data }: Happening): { subject: string | null; body: string } {
  const { subject, url } = (ABOUT[type] as (data: unknown) => About)(data);
  const notice = { type, id: '', at: timestamp, sequence: 0, subject, data, url } as Notice;
  const { id: _id, sequence: _sequence, ...body } = z.encode(WebhookNotice, notice);
  return { subject: subject && `${subject.kind} ${subject.id}`, body: JSON.stringify(body) };
}

/** The body of a message as it is sent, the same at each attempt. */
export function bodyOf({ _id: id, sequence, body }: { _id: string; sequence: number | null; body: string }) {
  if (sequence === null) return body;
  const { type, at, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify({ type, id, at, sequence, ...rest });
}
