import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import type { v1Calls } from '#contract/v1/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a program sent: the path's parameters and the body as it came, and a key that is this write's alone. */
type Sent = { params: Fields; body: Fields; key: string };

/** How a write of a program is done: by which call of the product, as whom, and with what. */
export type Write = {
  by: Endpoint;
  /** The role whose rules hold; or the account that the learner of the body belongs to. */
  as?: Role | 'family';
  /** Fails where the record is none that a program may write. */
  check?(db: Db, sent: Sent): Promise<void>;
  params?(sent: Sent, db: Db): Fields | Promise<Fields>;
  body?(sent: Sent): Fields;
  /** The answer made of the call's. */
  answer?(answer: Fields): Fields;
};

type WriteName = {
  [N in keyof typeof v1Calls]: (typeof v1Calls)[N]['method'] extends 'GET' ? never : N;
}[keyof typeof v1Calls];

const id = ({ params }: Sent) => ({ id: params.id });
const own = ({ body }: Sent) => body;
const withKey = ({ body, key }: Sent) => ({ ...body, key });
const userid = ({ params }: Sent) => ({ userid: params.id });

/** The account that a learner belongs to. Throws `learner-not-found`. */
async function accountOf(db: Db, learnerid: unknown): Promise<string> {
  const found = await db
    .selectFrom('learners')
    .select('userid')
    .where('_id', '=', String(learnerid))
    .executeTakeFirst();
  ensure(found?.userid, 'learner-not-found');
  return found.userid;
}

/** Every write for programs. What it does, refuses and notes in the log is the call's. */
export const WRITES: { readonly [N in WriteName]: Write } = {
  v1AddFamily: { by: endpoints.addFamily, body: own },
  v1ChangeFamily: { by: endpoints.updateFamily, params: userid, body: own },
  v1AddPerson: {
    by: endpoints.addLearnerOf,
    params: ({ body }) => ({ userid: body.userid }),
    body: ({ body: { userid: _, ...learner } }) => learner,
  },
  v1ChangePerson: {
    by: endpoints.updateLearnerOf,
    params: async (sent, db) => ({ ...id(sent), userid: await accountOf(db, sent.params.id) }),
    body: own,
  },
  v1AddEnrolment: { by: endpoints.enrolByHand, body: own },
  v1EndEnrolment: { by: endpoints.cancelEnrolment, params: id },
  v1MarkPaid: { by: endpoints.markPaid, params: id, body: withKey },
  // Charges are for admins; that a key may make them is what the admin who made it has chosen.
  v1AddCharge: { by: endpoints.addCharge, as: 'admin', body: withKey },
  v1ReverseCharge: { by: endpoints.reverseCharge, as: 'admin', params: id, body: withKey },
  v1AddMovement: { by: endpoints.recordMovement, body: withKey },
  v1ChangeLesson: { by: endpoints.moveLesson, params: id, body: own },
  v1CancelLesson: { by: endpoints.cancelLesson, params: id, body: own },
  v1MarkAttendance: { by: endpoints.markRegister, params: id, body: own },
  v1AddPost: {
    by: endpoints.addBlog,
    as: 'admin',
    body: ({ body }) => ({ ...body, state: 'draft' }),
  },
  v1ChangePost: {
    by: endpoints.updateBlog,
    as: 'admin',
    params: id,
    body: ({ body }) => ({ ...body, state: 'draft' }),
    async check(db, { params }) {
      const post = await db
        .selectFrom('blogs')
        .select('state')
        .where('_id', '=', String(params.id))
        .executeTakeFirst();
      ensure(post, 'blog-not-found');
      ensure(post.state !== 'published', 'post-published');
    },
  },
  v1JoinWaitlist: {
    by: endpoints.joinWaitlist,
    as: 'family',
    body: own,
    answer: ({ _id }) => ({ insertedId: _id }),
  },
  v1OfferPlace: { by: endpoints.offerPlace, params: id },
  // Of webhooks a key only sends again what was to be sent.
  v1RedeliverMessages: { by: endpoints.redeliverMessages, as: 'admin', params: id, body: own },
  v1LeaveWaitlist: { by: endpoints.removeWaiting, params: id },
};
