import type { Calls, ListNoun, WriteNoun } from '#contract/endpoint.ts';

/** The most rows of a page; of lessons and attendance, which are many, more. */
export const LIST_MAX = 200;
export const LONG_LIST_MAX = 1000;
/** The most days that lessons and attendance are read of at once. */
export const LIST_DAYS_MAX = 92;
/** How long a list says what is gone, and how far back it says what has changed. */
export const GONE_DAYS = 90;
/** How long the answer to a write is kept for one that comes again. */
export const WRITE_HOURS = 24;
export const IDEMPOTENCY_KEY_MAX = 200;

/** The head of every path of a call for programs, below `/api`. */
export const V1 = '/v1/';

const list = <N extends ListNoun>(noun: N) =>
  ({ method: 'GET', url: `/v1/${noun}`, config: { access: { key: `${noun}:read` } } }) as const;
const read = <N extends ListNoun>(noun: N) =>
  ({ method: 'GET', url: `/v1/${noun}/:id`, config: { access: { key: `${noun}:read` } } }) as const;

/** How a write is made: it needs an `Idempotency-Key`, and is done as a call of the office. */
const write = <M extends 'POST' | 'PUT' | 'PATCH' | 'DELETE', U extends string, N extends WriteNoun>(
  method: M,
  url: U,
  noun: N,
) => ({ method, url: `/v1/${url}`, config: { access: { key: `${noun}:write` } } }) as const;

/** The calls for programs; what they promise, and for how long, stands in docs/api.md. */
export const v1Calls = {
  v1ReadKey: { method: 'GET', url: '/v1/me', config: { access: { key: 'any' } } },
  v1ListClasses: list('classes'),
  v1ReadClass: read('classes'),
  v1ListLessonsOfClass: {
    method: 'GET',
    url: '/v1/classes/:id/lessons',
    config: { access: { key: 'lessons:read' } },
  },
  v1ListEnrolmentsOfClass: {
    method: 'GET',
    url: '/v1/classes/:id/enrolments',
    config: { access: { key: 'enrolments:read' } },
  },
  v1ListTerms: list('terms'),
  v1ReadTerm: read('terms'),
  v1ListRooms: list('rooms'),
  v1ReadRoom: read('rooms'),
  v1ListLessons: list('lessons'),
  v1ReadLesson: read('lessons'),
  v1ListPeople: list('people'),
  v1ReadPerson: read('people'),
  v1ListFamilies: list('families'),
  v1ReadFamily: read('families'),
  v1ListEnrolments: list('enrolments'),
  v1ReadEnrolment: read('enrolments'),
  v1ListWaitlist: list('waitlist'),
  v1ReadWaiting: read('waitlist'),
  v1ListAttendance: list('attendance'),
  v1ReadAttendance: read('attendance'),
  v1ListCharges: list('charges'),
  v1ReadCharge: read('charges'),
  v1ListInvoices: list('invoices'),
  v1ReadInvoice: read('invoices'),
  v1ListMovements: list('movements'),
  v1ReadMovement: read('movements'),
  v1ListPosts: list('posts'),
  v1ReadPost: read('posts'),

  v1AddFamily: write('POST', 'families', 'families'),
  v1ChangeFamily: write('PATCH', 'families/:id', 'families'),
  v1AddPerson: write('POST', 'people', 'people'),
  v1ChangePerson: write('PATCH', 'people/:id', 'people'),
  v1AddEnrolment: write('POST', 'enrolments', 'enrolments'),
  v1EndEnrolment: write('DELETE', 'enrolments/:id', 'enrolments'),
  v1MarkPaid: write('PUT', 'enrolments/:id/paid', 'enrolments'),
  v1AddCharge: write('POST', 'charges', 'charges'),
  v1ReverseCharge: write('POST', 'charges/:id/reverse', 'charges'),
  v1AddMovement: write('POST', 'movements', 'movements'),
  v1ChangeLesson: write('PATCH', 'lessons/:id', 'lessons'),
  v1CancelLesson: write('DELETE', 'lessons/:id', 'lessons'),
  v1MarkAttendance: write('PUT', 'lessons/:id/attendance', 'attendance'),
  v1AddPost: write('POST', 'posts', 'posts'),
  v1ChangePost: write('PUT', 'posts/:id', 'posts'),
  v1JoinWaitlist: write('POST', 'waitlist', 'waitlist'),
  v1OfferPlace: write('POST', 'waitlist/:id/offer', 'waitlist'),
  v1LeaveWaitlist: write('DELETE', 'waitlist/:id', 'waitlist'),
  v1RedeliverMessages: write('POST', 'webhooks/:id/redeliver', 'webhooks'),
} as const satisfies Calls;
