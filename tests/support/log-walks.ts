import type { endpoints } from '#contract/endpoints.schema.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { addChildBy, letGuard, NO_RIGHTS, tokenFor } from './families.ts';
import { bodyToSend } from './form-body.ts';
import { missing } from './missed-lessons.ts';
import { confirmCard, start } from './pay.ts';
import { accountAt } from './people.ts';
import { addRecital } from './recitals.ts';
import { reserve, waitingClass } from './reservations.ts';
import type { Person, TestSchool } from './school.ts';
import { addLesson } from './timetable.ts';
import { addWishOf } from './wishes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A call that succeeds: who makes it, for what its path names, with what. */
type Made = { by: Person; of: string; body?: object };

/*
 * How a call that `call-table.ts` only asks to be refused, or where there is nothing to do, comes to change
 * something and leaves a line in the log.
 */
export const LOG_WALKS: {
  readonly [N in keyof typeof endpoints]?: (school: TestSchool, admin: Person) => Promise<Made>;
} = {
  async savePieces(school, admin) {
    const learnerid = await addChildBy(await school.signIn('student'));
    const pieces = [{ learnerids: [learnerid], title: 'Gavotte', minutes: 3 }];
    return { by: admin, of: await addRecital(school.db, { learnerids: [] }), body: { pieces } };
  },
  async noteAbsence(school) {
    const { parent, child, lesson } = await missing(school);
    return { by: parent, of: '', body: { learnerid: child, lessonid: lesson } };
  },
  async withdrawAbsence(school) {
    const { parent, child, missed } = await missing(school);
    return { by: parent, of: `${missed}/${child}` };
  },
  async bookCatchUp(school) {
    const { parent, child, missed, offered } = await missing(school);
    return { by: parent, of: '', body: { learnerid: child, fromlessonid: missed, lessonid: offered } };
  },
  async giveUpCatchUp(school) {
    const { parent, child, visited } = await missing(school);
    return { by: parent, of: `${visited}/${child}` };
  },
  async decideClass(school, admin) {
    const { classid } = await waitingClass(school, { admin });
    return { by: admin, of: classid, body: { runs: true, key: 'one' } };
  },
  async giveUpReservation(school, admin) {
    const student = await school.signIn('student');
    const { classid } = await waitingClass(school, { admin });
    return { by: student, of: (await reserve(school, student, { classid })).orderid };
  },
  async answerReviewNote(school, admin) {
    const teacher = await school.signIn('instructor');
    const { _id } = await school.addClass({ instructoremail: teacher.email, status: 'pending' });
    const note = { field: 'classname', proposal: 'Viola for all' };
    const { body } = await admin.call('POST', `/reviews/class/${_id}`, note);
    return { by: teacher, of: body.insertedId, body: { taken: true } };
  },
  async endSetUp(school) {
    const [parent, guardian] = [await school.signIn('student'), await school.signIn('student')];
    const learnerid = await addChildBy(parent);
    await letGuard(school, { parent, guardian, learnerid });
    return { by: parent, of: `guardian/${learnerid}.${guardian.user._id}` };
  },
  async takeBackLearner(school, admin) {
    const [parent, teenager] = [await school.signIn('student'), await school.signIn('student')];
    const learnerid = await addChildBy(parent);
    await parent.call('POST', `/learners/${learnerid}/takeover`, { email: teenager.email, ...NO_RIGHTS });
    await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
    return { by: admin, of: learnerid };
  },
  async acceptInvitation(school, admin) {
    const teacher = await school.signIn('student');
    const invitation = { name: 'Ida Quill', email: teacher.email, role: 'instructor' };
    await admin.call('POST', '/invitations', invitation);
    return { by: teacher, of: (await tokenFor(school, teacher.email, 'invitation')) ?? '', body: {} };
  },
  async resetSecondFactor(school, admin) {
    const { user, claims } = await school.signIn('student');
    const factor = { localid: claims.uid, epoch: 1, displayname: null, secret: 'A', laststep: 0 };
    await school.db
      .insertInto('identity_second_factors')
      .values({ ...factor, enrolledat: school.clock.now })
      .execute();
    return { by: admin, of: user._id };
  },
  async clearProfile(school, admin) {
    const teacher = await school.signIn('instructor');
    const words = { words: 'I play.', instruments: ['Viola'], version: 0 };
    await teacher.call('PUT', `/instructors/${teacher.user._id}`, words);
    return { by: admin, of: teacher.user._id };
  },
  async inviteWishers(school, admin) {
    const { learnerid } = await school.signIn('student');
    const { instrument } = await addWishOf(school, learnerid);
    const { _id: classid } = await school.addClass({ availableseat: 1 });
    await school.db.insertInto('classinstruments').values({ classid, instrumentid: instrument }).execute();
    const tuesday = new Date(school.clock.now + 7 * DAY_MS);
    tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
    await addLesson(school.db, { classid, day: tuesday.toISOString().slice(0, 10) });
    return { by: admin, of: '', body: { classid } };
  },
  async giveBack(school, admin) {
    const { user } = await school.signIn('student');
    const credit = { kind: 'credit', label: 'Thank you', amount: 25, day: '2026-09-01', key: 'one' };
    await admin.call('POST', '/charges', { ...credit, userid: user._id });
    return { by: admin, of: '', body: { userid: user._id, amount: 25, key: 'one' } };
  },
  async reverseCharge(school, admin) {
    const { user } = await school.signIn('student');
    const fee = { kind: 'fee', label: 'Exam', amount: 25, day: '2026-09-01', key: 'one' };
    const { body } = await admin.call('POST', '/charges', { ...fee, userid: user._id });
    return { by: admin, of: body.insertedId, body: { key: 'one' } };
  },
  async issueInvoice(school, admin) {
    return { by: admin, of: '', body: await chargeStudent(school, admin) };
  },
  async voidInvoice(school, admin) {
    const { body } = await admin.call('POST', '/invoices', await chargeStudent(school, admin));
    return { by: admin, of: body.insertedId, body: { reason: 'Wrong class' } };
  },
  async remindDebtor(school, admin) {
    const { _id: classid } = await school.addClass();
    const { learnerid, user } = await school.signIn('student');
    await admin.call('POST', '/enrolments', { classid, learnerid, pay: 'due' });
    return { by: admin, of: user._id, body: { key: 'one' } };
  },
  async markInstalmentPaid(school, admin) {
    const { body } = await admin.call('POST', '/invoices', await chargeStudent(school, admin));
    const now = school.clock.now;
    const { userid } = await school.db
      .selectFrom('invoices')
      .select('userid')
      .where('_id', '=', body.insertedId)
      .executeTakeFirstOrThrow();
    const part = { _id: 'a-part', invoiceid: body.insertedId, userid, number: 1, day: '2026-09-01' };
    await school.db
      .insertInto('instalments')
      .values({
        ...{ ...part, amount: 100, state: 'due', paymentid: null, attempts: 0, refusal: null },
        ...{ workat: null, createdat: now, updatedat: now },
      })
      .execute();
    return { by: admin, of: part._id, body: { kind: 'cash', key: 'one' } };
  },
  async markPaid(school, admin) {
    return { by: admin, of: await enrolByHand(school, admin, 'due'), body: { kind: 'cash', key: 'one' } };
  },
  async markReturned(school, admin) {
    const of = await enrolByHand(school, admin, 'cash');
    await admin.call('POST', `/enrolments/${of}/cancel`);
    return { by: admin, of, body: { kind: 'cash', key: 'one' } };
  },
  async movePlace(school, admin) {
    const { _id: classid } = await school.addClass();
    const parent = await school.signIn('student');
    const place = { classid, learnerid: parent.learnerid, pay: 'cash' };
    const of = (await admin.call('POST', '/enrolments', place)).body.insertedId;
    return { by: admin, of, body: { learnerid: await addChildBy(parent) } };
  },
  async repairPayment(school, admin) {
    const { _id } = await school.addClass({ availableseat: 1 });
    const { body } = await start(await school.signIn('student'), _id);
    const { id: transactionId } = await confirmCard(school, body.clientSecret);
    await school.db.deleteFrom('webhookevents').execute();
    return { by: admin, of: '', body: { transactionId } };
  },
  async resumeWebhook(school, admin) {
    const hook = { url: 'https://stopped.example/', events: ['enrolled'] };
    const { _id } = (await admin.call('POST', '/webhooks', hook)).body;
    await school.db
      .updateTable('webhooks')
      .set({ stoppedat: school.clock.now })
      .where('_id', '=', _id)
      .execute();
    return { by: admin, of: _id };
  },
  async retryMail({ db, clock }, admin) {
    const letter = { reader: 'address' as const, paragraphs: ['Welcome'] };
    const mail = { kind: 'enrolled', ref: 'lost', recipient: 'lost@test.example', subject: 'Welcome' };
    await insertMail(db, { ...mail, letter, now: clock.now });
    const failed = { workat: null, lasterror: 'The mailbox is full.', attempts: 1 };
    await db.updateTable('mails').set(failed).where('ref', '=', 'lost').execute();
    const { _id } = await db
      .selectFrom('mails')
      .select('_id')
      .where('ref', '=', 'lost')
      .executeTakeFirstOrThrow();
    return { by: admin, of: _id };
  },
  sendFamilyClaims: async (school, admin) => ({ by: admin, of: await importOne(school, admin, 'told') }),
  undoImport: async (school, admin) => ({ by: admin, of: await importOne(school, admin, 'undone') }),
  async undoMerge(school, admin) {
    const keep = (await school.signIn('student')).user._id;
    const drop = (await accountAt(school.db, { email: 'twice@test.example' })).userid;
    const { body } = await admin.call('POST', '/families/merge', { keep, drop });
    return { by: admin, of: body.insertedId };
  },
};

/** A place for cash, or one that is still to be paid for. */
async function enrolByHand(school: TestSchool, admin: Person, pay: 'cash' | 'due'): Promise<string> {
  const { _id: classid } = await school.addClass();
  const { learnerid } = await school.signIn('student');
  return (await admin.call('POST', '/enrolments', { classid, learnerid, pay })).body.insertedId;
}

/** An import of one family. */
export async function importOne({ app }: TestSchool, { token }: Person, name: string): Promise<string> {
  const file = new File([`Email,Parent,First,Last\n${name}@test.example,Ana Costa,Rui,Costa\n`], 'one.csv');
  const columns = JSON.stringify({
    email: 'Email',
    parentname: 'Parent',
    firstname: 'First',
    lastname: 'Last',
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/imports',
    payload: bodyToSend({ file, columns }),
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.json().insertedId;
}

/** Charges a new student; gives what invoices that. */
async function chargeStudent(school: TestSchool, admin: Person) {
  const { user } = await school.signIn('student');
  const fee = { kind: 'fee', label: 'Exam', amount: 25, day: '2026-09-01', key: 'one' };
  const { body } = await admin.call('POST', '/charges', { ...fee, userid: user._id });
  return { userid: user._id, chargeids: [body.insertedId] };
}
