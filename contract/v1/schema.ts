import * as z from 'zod';
import { BlogDraft } from '#contract/blogs/form.ts';
import { CHARGE_KINDS } from '#contract/charges/calls.ts';
import { ChargeDraft } from '#contract/charges/form.ts';
import { chargeEndpoints } from '#contract/charges/schema.ts';
import { BILLINGS, CLASS_STATUSES, PRICE_UNITS } from '#contract/classes/calls.ts';
import { type CallSchema, type ListNoun, withSchemas } from '#contract/endpoint.ts';
import { FamilyChange, FamilyDraft } from '#contract/families/form.ts';
import { familyEndpoints } from '#contract/families/schema.ts';
import { says } from '#contract/fields.form.ts';
import { INVOICE_KINDS, INVOICE_STATES } from '#contract/invoices/office-calls.ts';
import { KeyScopes } from '#contract/keys/schema.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import { CancelDraft } from '#contract/lessons/form.ts';
import { lessonEndpoints } from '#contract/lessons/schema.ts';
import { MOVEMENTS } from '#contract/payments/calls.ts';
import { MovementDraft } from '#contract/payments/movement-form.ts';
import { ByHandFields, paymentEndpoints, SumFields } from '#contract/payments/schema.ts';
import {
  ById,
  Deleted,
  Flag,
  Id,
  Inserted,
  Moment,
  Money,
  optionalBody,
  SignedMoney,
  Updated,
} from '#contract/primitives.schema.ts';
import { ATTENDANCE_STATES, MARKS_MAX } from '#contract/registers/calls.ts';
import { Mark, registerEndpoints } from '#contract/registers/schema.ts';
import { daysOf } from '#contract/time/days-form.ts';
import { ROLES } from '#contract/users/calls.ts';
import { waitlistEndpoints } from '#contract/waitlist/schema.ts';
import { webhookEndpoints } from '#contract/webhooks/schema.ts';
import { LIST_DAYS_MAX, LIST_MAX, LONG_LIST_MAX, v1Calls } from './calls.ts';

/** A day of the school's time zone. */
const Day = z.iso.date();

const Plan = z.object({
  /** 1 is Monday, 7 Sunday. */
  weekday: z.int(),
  starttime: z.string(),
  minutes: z.int(),
  /** 1: every week, 2: every other one. */
  everyweeks: z.int(),
  firstday: Day,
  lastday: Day,
  roomid: Id.nullable(),
  teacherid: Id.nullable(),
});

/** A record of each list. */
const RECORDS = {
  classes: z
    .object({
      _id: Id,
      classname: z.string(),
      status: z.enum(CLASS_STATUSES),
      /** The account that teaches it; null once that has left. */
      instructorid: Id.nullable(),
      level: z.string(),
      group: z.string(),
      /** In years, both included. */
      agefrom: z.int().nullable(),
      ageto: z.int().nullable(),
      price: Money,
      priceunit: z.enum(PRICE_UNITS).nullable(),
      billing: z.enum(BILLINGS),
      capacity: z.int(),
      availableseat: z.int(),
      /** Seats of payments that have begun, and of offers to those who wait. */
      heldseats: z.int(),
      enrolledstudents: z.int(),
      description: z.string(),
      image: z.string(),
      instrumentids: z.array(Id),
      plans: z.array(Plan),
      /** How many lessons it has that are not cancelled; `/v1/classes/{id}/lessons` gives them. */
      lessons: z.int(),
      /** Until then only learners of the class that it was copied from may enrol. */
      opensat: Moment.nullable(),
      createdat: Moment,
    })
    .meta({ id: 'V1Class' }),
  terms: z.object({ _id: Id, name: z.string(), firstday: Day, lastday: Day }).meta({ id: 'V1Term' }),
  rooms: z
    .object({ _id: Id, name: z.string(), places: z.int(), siteid: Id.nullable(), retired: z.boolean() })
    .meta({ id: 'V1Room' }),
  lessons: z
    .object({
      _id: Id,
      classid: Id,
      day: Day,
      startsat: Moment,
      endsat: Moment,
      roomid: Id.nullable(),
      teacherid: Id.nullable(),
      state: z.enum(['planned', 'moved', 'cancelled']),
      reason: z.string().nullable(),
      /** Rises with every change that calendars are told of. */
      sequence: z.int(),
    })
    .meta({ id: 'V1Lesson' }),
  people: z
    .object({
      _id: Id,
      /** The account that they belong to. */
      userid: Id,
      /** Whether they are the owner of the account. */
      self: Flag,
      name: z.string(),
      born: Day.nullable(),
      createdat: Moment,
    })
    .meta({ id: 'V1Person' }),
  families: z
    .object({
      /** The account that pays. */
      _id: Id,
      name: z.string(),
      email: z.string().nullable(),
      role: z.enum(ROLES),
      street: z.string().nullable(),
      postcode: z.string().nullable(),
      town: z.string().nullable(),
      /** Its people: the account itself, and children. */
      learnerids: z.array(Id),
      /** Other accounts that look after its children. */
      guardians: z.array(
        z.object({ learnerid: Id, userid: Id, mayenrol: Flag, maypay: Flag, getsmail: Flag }),
      ),
      createdat: Moment,
    })
    .meta({ id: 'V1Family' }),
  enrolments: z
    .object({
      _id: Id,
      classid: Id,
      learnerid: Id,
      /** The account that pays; null once it was deleted. */
      userid: Id.nullable(),
      price: Money,
      /** What of it is charged beside `price`, and paid by invoice. */
      rest: Money,
      currency: z.string(),
      paidby: z.enum(['card', 'cash', 'transfer', 'due']),
      date: Moment,
    })
    .meta({ id: 'V1Enrolment' }),
  waitlist: z
    .object({
      _id: Id,
      classid: Id,
      learnerid: Id,
      state: z.enum(['waiting', 'offered']),
      /** Until when the seat that is offered is held; null while waiting. */
      offeruntil: Moment.nullable(),
      createdat: Moment,
    })
    .meta({ id: 'V1Waiting' }),
  attendance: z
    .object({
      /** The ids of the lesson and of the learner, with a full stop in between. */
      _id: Id,
      lessonid: Id,
      learnerid: Id,
      state: z.enum(ATTENDANCE_STATES),
      markedat: Moment,
    })
    .meta({ id: 'V1Attendance' }),
  charges: z
    .object({
      _id: Id,
      userid: Id.nullable(),
      learnerid: Id.nullable(),
      classid: Id.nullable(),
      kind: z.enum(CHARGE_KINDS),
      label: z.string(),
      /** Negative where the family owes less by it. */
      amount: SignedMoney,
      currency: z.string(),
      day: Day,
      periodfrom: Day.nullable(),
      periodto: Day.nullable(),
      /** The place that it is for. */
      enrolmentid: Id.nullable(),
      /** The charge that it takes back. */
      reverses: Id.nullable(),
      createdat: Moment,
    })
    .meta({ id: 'V1Charge' }),
  invoices: z
    .object({
      _id: Id,
      number: z.string(),
      userid: Id.nullable(),
      kind: z.enum(INVOICE_KINDS),
      state: z.enum(INVOICE_STATES),
      /** Of a credit note: the invoice that it takes back. */
      cancels: Id.nullable(),
      issuedday: Day,
      dueday: Day.nullable(),
      total: SignedMoney,
      paid: SignedMoney,
      open: SignedMoney,
      currency: z.string(),
      createdat: Moment,
    })
    .meta({ id: 'V1Invoice' }),
  movements: z
    .object({
      _id: Id,
      kind: z.enum(MOVEMENTS),
      /** Never negative: what went back is a kind of its own. */
      amount: Money,
      /** The school's day on which it moved, where the office said so; else that of `createdat`. */
      day: Day.nullable(),
      /** The account that it moved for; null once it was deleted. */
      userid: Id.nullable(),
      /** The place that it paid for, where it is one. */
      enrolmentid: Id.nullable(),
      /** The card service’s id of it; of money by hand the key of the call that noted it. */
      ref: z.string(),
      /** Of what paid several things, what of it paid which. */
      allocations: z.array(
        z.object({ enrolmentid: Id.nullable(), invoiceid: Id.nullable(), amount: SignedMoney }),
      ),
      createdat: Moment,
    })
    .meta({ id: 'V1Movement' }),
  posts: z
    .object({
      _id: Id,
      title: z.string(),
      blog_description: z.string(),
      /** The article, as Markdown. */
      blog: z.string(),
      image: z.string(),
      category: z.string(),
      state: z.enum(['draft', 'published']),
      /** From when a published post is public; of a draft, when it was last saved. */
      time: Moment,
      authorid: Id.nullable(),
      authorname: z.string(),
      version: z.int(),
    })
    .meta({ id: 'V1Post' }),
} satisfies { readonly [N in ListNoun]: z.ZodObject };

/** What each list holds, as the server has it. */
export type V1Records = { readonly [N in ListNoun]: z.output<(typeof RECORDS)[N]> };

/** What is gone: nothing of it but that, for 90 days. */
const Gone = z.object({ _id: Id, deletedat: Moment }).meta({ id: 'V1Gone' });

const limit = (max: number) => z.coerce.number().pipe(z.int().min(1).max(max)).default(max);

const List = {
  /** `next` of the page before. */
  cursor: z.string().max(500).optional(),
  /** Only what changed at or after this moment, at most 90 days ago; what is gone since is in it. */
  since: Moment.optional(),
};
const list = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({ limit: limit(LIST_MAX), ...List, ...shape });
/** From a day to another, both included; left out, 92 days from today on. */
const days = { from: Day.optional(), to: Day.optional() };
const areDays = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => {
  if (!from || !to) return true;
  const many = daysOf({ firstday: from, lastday: to });
  return many > 0 && many <= LIST_DAYS_MAX;
};
const byDays = { limit: limit(LONG_LIST_MAX), ...List, ...days };
const AS_DAYS = { path: ['to'], ...says('keys.days_of_list') };

const pageOf = <R extends z.ZodObject>(record: R) =>
  z.object({
    items: z.array(z.union([record, Gone])),
    /** The `cursor` of the next page; null at the end. */
    next: z.string().nullable(),
  });

const READ_REFUSALS = ['not-found'] as const;
const LIST_REFUSALS = ['cursor-unknown', 'since-too-old'] as const;

const lists = <R extends z.ZodObject>(summary: string, record: R, querystring: z.ZodType = list({})) =>
  ({ summary, querystring, refusals: LIST_REFUSALS, response: { 200: pageOf(record) } }) as const;
const reads = <R extends z.ZodObject>(summary: string, record: R) =>
  ({ summary, params: ById, refusals: READ_REFUSALS, response: { 200: record } }) as const;

/** Of a write, beside the refusals of the call by which it is done. */
const WRITE_REFUSALS = ['key-missing', 'key-reused', 'still-running'] as const;
const like = ({ schema }: { schema: CallSchema }) =>
  ({
    refusals: [...new Set([...(schema.refusals ?? []), ...WRITE_REFUSALS])],
    ...(schema.unlogged !== undefined && { unlogged: schema.unlogged }),
  }) as const;

export const v1Endpoints = withSchemas(v1Calls, {
  v1ReadKey: {
    summary: 'What the key that calls is named and may do, and until when.',
    response: {
      200: z
        .object({
          name: z.string(),
          scopes: KeyScopes,
          /** The last day on which it opens anything. */
          until: Day,
          /** From where it may be used; empty: from anywhere. */
          addresses: z.array(z.string()),
          school: z.object({ name: z.string(), timezone: z.string(), currency: z.string() }),
        })
        .meta({ id: 'V1Key' }),
    },
  },
  v1ListClasses: lists('Classes of every status, with their plans and places.', RECORDS.classes),
  v1ReadClass: reads('A class.', RECORDS.classes),
  v1ListLessonsOfClass: {
    ...lists('The lessons of a class.', RECORDS.lessons, z.strictObject(byDays).refine(areDays, AS_DAYS)),
    params: ById,
  },
  v1ListEnrolmentsOfClass: { ...lists('The places in a class.', RECORDS.enrolments), params: ById },
  v1ListTerms: lists('Terms.', RECORDS.terms),
  v1ReadTerm: reads('A term.', RECORDS.terms),
  v1ListRooms: lists('Rooms, retired ones too.', RECORDS.rooms),
  v1ReadRoom: reads('A room.', RECORDS.rooms),
  v1ListLessons: lists(
    'Lessons of at most 92 days, or those that changed.',
    RECORDS.lessons,
    z.strictObject({ ...byDays, classid: Id.optional() }).refine(areDays, AS_DAYS),
  ),
  v1ReadLesson: reads('A lesson.', RECORDS.lessons),
  v1ListPeople: lists('All who are taught or could be: owners of accounts, and children.', RECORDS.people),
  v1ReadPerson: reads('A person.', RECORDS.people),
  v1ListFamilies: lists('Accounts, with their people and guardians.', RECORDS.families),
  v1ReadFamily: reads('An account, with its people and guardians.', RECORDS.families),
  v1ListEnrolments: lists(
    'Places in classes that stand.',
    RECORDS.enrolments,
    list({ classid: Id.optional(), learnerid: Id.optional() }),
  ),
  v1ReadEnrolment: reads('A place in a class.', RECORDS.enrolments),
  v1ListWaitlist: lists(
    'Who waits for a place, or has the offer of one.',
    RECORDS.waitlist,
    list({ classid: Id.optional() }),
  ),
  v1ReadWaiting: reads('An entry of a waiting list.', RECORDS.waitlist),
  v1ListAttendance: lists(
    'Who was in which lesson, of at most 92 days, or what changed.',
    RECORDS.attendance,
    z.strictObject({ ...byDays, lessonid: Id.optional() }).refine(areDays, AS_DAYS),
  ),
  v1ReadAttendance: reads('Whether a learner was in a lesson.', RECORDS.attendance),
  v1ListCharges: lists(
    'What families are charged beside their places.',
    RECORDS.charges,
    list({ userid: Id.optional() }),
  ),
  v1ReadCharge: reads('A charge.', RECORDS.charges),
  v1ListInvoices: lists(
    'Invoices and credit notes, with what is open.',
    RECORDS.invoices,
    list({ userid: Id.optional() }),
  ),
  v1ReadInvoice: reads('An invoice or a credit note.', RECORDS.invoices),
  v1ListMovements: lists(
    'Money that came and went, by card and by hand.',
    RECORDS.movements,
    list({ userid: Id.optional() }),
  ),
  v1ReadMovement: reads('A movement of money.', RECORDS.movements),
  v1ListPosts: lists('Posts, drafts too.', RECORDS.posts),
  v1ReadPost: reads('A post.', RECORDS.posts),

  v1AddFamily: {
    summary: 'Adds a family: a parent, with an address or without, and children.',
    body: FamilyDraft,
    ...like(familyEndpoints.addFamily),
    response: { 200: Inserted },
  },
  v1ChangeFamily: {
    summary: 'Changes what it names of a family.',
    params: ById,
    body: z.strictObject(FamilyChange.shape),
    ...like(familyEndpoints.updateFamily),
    response: { 200: Updated },
  },
  v1AddPerson: {
    summary: 'Adds a child to a family.',
    body: z.strictObject({ userid: Id.min(1), ...LearnerDraft.shape }),
    ...like(familyEndpoints.addLearnerOf),
    response: { 200: Inserted },
  },
  v1ChangePerson: {
    summary: 'Changes what it names of a child; an account’s own name is the family’s.',
    params: ById,
    body: z.strictObject(LearnerDraft.shape).partial(),
    ...like(familyEndpoints.updateLearnerOf),
    response: { 200: Updated },
  },
  v1AddEnrolment: {
    summary: 'Enrols a learner who pays at the school, owes it, or need not pay.',
    body: z.strictObject(ByHandFields),
    ...like(paymentEndpoints.enrolByHand),
    response: { 200: Inserted },
  },
  v1EndEnrolment: {
    summary: 'Ends a place; what was paid goes back by the school’s rule.',
    params: ById,
    ...like(paymentEndpoints.cancelEnrolment),
    response: {
      200: z.object({
        /** What has become, or becomes, of the money. */
        state: z.enum(['refund_due', 'refunded', 'refund_failed', 'expired']),
        price: z.number(),
        currency: z.string(),
      }),
    },
  },
  v1MarkPaid: {
    summary: 'Says that what is owed for a place, or another sum instead, was paid at the school.',
    params: ById,
    body: z.strictObject(SumFields),
    ...like(paymentEndpoints.markPaid),
    response: { 200: Updated },
  },
  v1AddCharge: {
    summary: 'Charges a family, or takes something off what it owes.',
    body: z.strictObject({ userid: Id.min(1), ...ChargeDraft.shape }),
    ...like(chargeEndpoints.addCharge),
    response: { 200: Inserted },
  },
  v1ReverseCharge: {
    summary: 'Takes a charge back by one of the opposite amount.',
    params: ById,
    ...like(chargeEndpoints.reverseCharge),
    response: { 200: Inserted },
  },
  v1AddMovement: {
    summary: 'Notes what a family paid at the school, for whatever it owes.',
    body: z.strictObject({ userid: Id.min(1), ...MovementDraft.shape }),
    ...like(paymentEndpoints.recordMovement),
    response: { 200: Inserted },
  },
  v1ChangeLesson: {
    summary:
      'Changes the time, the room or the teacher of a lesson to come. Everyone affected gets an email.',
    params: ById,
    body: lessonEndpoints.moveLesson.schema.body.omit({ version: true }),
    ...like(lessonEndpoints.moveLesson),
    response: { 200: Updated },
  },
  v1CancelLesson: {
    summary: 'Cancels a lesson to come. Everyone affected gets an email.',
    params: ById,
    body: optionalBody(z.strictObject(CancelDraft.shape)),
    ...like(lessonEndpoints.cancelLesson),
    response: { 200: lessonEndpoints.cancelLesson.schema.response[200] },
  },
  v1MarkAttendance: {
    summary: 'Marks learners of a lesson; of two marks the one that was made later counts.',
    params: ById,
    body: z.strictObject({ marks: z.array(Mark).min(1).max(MARKS_MAX) }),
    ...like(registerEndpoints.markRegister),
    response: {
      200: z.object({
        /** Learners of whom a newer mark is known, which stays. */
        older: z.array(Id),
      }),
    },
  },
  v1AddPost: {
    summary: 'Adds a post, which stays a draft until an admin publishes it.',
    body: z.strictObject(BlogDraft.shape).omit({ state: true }),
    refusals: WRITE_REFUSALS,
    response: { 200: Inserted },
  },
  v1ChangePost: {
    summary: 'Writes a draft anew. A post that is published is for its author and admins to change.',
    params: ById,
    body: z.strictObject({ ...BlogDraft.shape, version: z.int() }).omit({ state: true }),
    refusals: ['blog-not-found', 'post-published', 'changed-meanwhile', ...WRITE_REFUSALS],
    response: { 200: Updated },
  },
  v1JoinWaitlist: {
    summary: 'Puts a learner on the waiting list of a class that is full, as the family would.',
    body: z.strictObject({ classid: Id.min(1), learnerid: Id.min(1) }),
    ...like(waitlistEndpoints.joinWaitlist),
    response: { 200: Inserted },
  },
  v1OfferPlace: {
    summary: 'Offers a free place to a learner who waits, whatever the order of the list.',
    params: ById,
    ...like(waitlistEndpoints.offerPlace),
    response: { 200: Updated },
  },
  v1LeaveWaitlist: {
    summary: 'Takes a learner off a waiting list, with all who wait together.',
    params: ById,
    ...like(waitlistEndpoints.removeWaiting),
    response: { 200: Deleted },
  },
  v1RedeliverMessages: {
    summary: 'Sends what happened from a moment to another again, under the same ids.',
    params: ById,
    body: webhookEndpoints.redeliverMessages.schema.body,
    ...like(webhookEndpoints.redeliverMessages),
    response: { 200: Updated },
  },
});
