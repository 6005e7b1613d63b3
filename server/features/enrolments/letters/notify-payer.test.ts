import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  dashboard = await openCardsDashboard(school);
  admin = await school.signIn('admin');
});
afterAll(async () => {
  await dashboard.close();
  await school.close();
});

const work = async () => {
  for (let turn = 0; turn < 4; turn++) await school.work();
};
/** Work that sends no mail, so that what was written can be read. */
const workOnFeatures = async () => {
  for (const job of school.features.flatMap(({ jobs }) => jobs ?? [])) await job.run();
};
const kindsTo = async ({ email }: Person) => (await mailsOf(school, email)).map(({ kind }) => kind).sort();
const cancel = (person: Person, enrolment: string) => person.call('POST', `/enrolments/${enrolment}/cancel`);

test('the payer is told once what they have, what they paid and until when they can cancel, however often it is settled', async () => {
  const student = await school.signIn('student');
  const { _id } = await school.addClass({ classname: 'Violin <b>& viola</b>' });
  const { transactionId, enrolment } = await enrol(school, student, _id);
  const [mail] = await mailsOf(school, student.email);
  expect(mail).toMatchObject({
    kind: 'enrolled',
    ref: enrolment,
    subject: 'You are enrolled in Violin <b>& viola</b>',
  });
  expect(
    mail?.text,
  ).toBe(`Thank you. Your payment has arrived, and your place in Violin <b>& viola</b> is confirmed.

Class: Violin <b>& viola</b>
Paid: $60
To pay later: $120
Cancel for a full refund until: Thursday, 3 September 2026, 12:00 UTC

Open the receipt:
http://127.0.0.1:${school.config.port}/student/receipt/${enrolment}

All your classes: http://127.0.0.1:${school.config.port}/student/class/enrolled

-- 
Cadenza
14 Linden Walk
Harbor Hill, New York
You get this email because you take classes at Cadenza.
`);
  // Told again by the browser, and by the card service's event.
  await record(student, _id, transactionId);
  await work();
  await record(student, _id, transactionId);
  await work();
  expect(await kindsTo(student)).toEqual(['enrolled']);
});

test('a free place is told as one', async () => {
  const free = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const student = await free.signIn('student');
  const { _id } = await free.addClass({ classname: 'Choir', price: 0 });
  for (let click = 0; click < 2; click++) await student.call('POST', `/enrol/${_id}`);
  const mails = await mailsOf(free, student.email);
  expect(mails).toMatchObject([
    {
      kind: 'enrolled',
      text: expect.stringMatching(/There is nothing to pay\.[\s\S]+Paid: Nothing\nCancel until:/),
    },
  ]);
  await free.close();
});

test('a place that is cancelled and its money are two mails, each once', async () => {
  const student = await school.signIn('student');
  const { _id } = await school.addClass({ classname: 'Flute' });
  const { enrolment } = await enrol(school, student, _id);
  await Promise.all([cancel(student, enrolment), cancel(student, enrolment)]);
  await cancel(student, enrolment);
  expect(await kindsTo(student)).toEqual(['cancelled', 'enrolled', 'refunded']);
  const mails = new Map((await mailsOf(school, student.email)).map((mail) => [mail.kind, mail]));
  const [cancelled, refunded] = [mails.get('cancelled'), mails.get('refunded')];
  expect(cancelled).toMatchObject({ subject: 'Your place in Flute was cancelled' });
  expect(cancelled?.text).toMatch(
    /^You cancelled your place in Flute\.\n\n\$60 goes back to the card that you paid with\./,
  );
  expect(refunded).toMatchObject({ subject: 'Your refund for Flute' });
  expect(refunded?.text).toMatch(/^\$60 is on its way back to you for Flute\.[\s\S]+Card: ending in 4242/);
  await work();
  expect(await kindsTo(student)).toEqual(['cancelled', 'enrolled', 'refunded']);
});

test('who is cancelled by the school is told so, and may pay and be cancelled again', async () => {
  const student = await school.signIn('student');
  const { _id } = await school.addClass({ classname: 'Harp' });
  for (let time = 0; time < 2; time++) {
    const { enrolment } = await enrol(school, student, _id);
    await cancel(admin, enrolment);
    const mails = await mailsOf(school, student.email);
    expect(mails.find(({ kind, ref }) => kind === 'cancelled' && ref === enrolment)?.text).toContain(
      'Your place in Harp has ended.\n\nThe school cancelled the enrolment.',
    );
  }
  expect(await kindsTo(student)).toHaveLength(6);
});

test('money that finds no seat is told with the reason when it goes back, and nobody is told that they are enrolled', async () => {
  const [late, quick] = [await school.signIn('student'), await school.signIn('student')];
  const { _id } = await school.addClass({ classname: 'Oboe', availableseat: 1 });
  const { body } = await start(late);
  const { id } = await confirmCard(school, body.clientSecret);
  await enrol(school, quick, _id);
  expect((await record(late, _id, id)).body.code).toBe('payment-returned');
  await workOnFeatures();
  const reason = 'Reason: The class was full when the payment came.';
  expect(await mailsOf(school, late.email)).toMatchObject([
    { kind: 'refunded', text: expect.stringContaining(reason) },
  ]);
});

test('a part that is refunded past the school is told, each part once, and that the place is kept', async () => {
  const student = await school.signIn('student');
  const { _id } = await school.addClass({ classname: 'Lute' });
  const { transactionId } = await enrol(school, student, _id);
  for (const part of [20, 5]) {
    await dashboard.refund(transactionId, part * 100);
    await admin.call('POST', '/money/repair', { transactionId, keepplace: true });
    const texts = (await mailsOf(school, student.email)).map(({ text }) => text);
    expect(texts.join('\n')).toContain(
      `$${part} is on its way back to you for Lute.\n\nYou keep your place in the class.`,
    );
  }
  await work();
  expect(await kindsTo(student)).toEqual(['enrolled', 'refunded', 'refunded']);
});

test('a refund that fails again is told to the admins again', async () => {
  const student = await school.signIn('student');
  const { _id } = await school.addClass({ classname: 'Zither' });
  const { transactionId, enrolment } = await enrol(school, student, _id);
  const refuse = (isOn: boolean) =>
    school.db
      .updateTable('cards_charges')
      .set(isOn ? { status: 'failed', failure: '{}' } : { status: 'succeeded', failure: null })
      .where('intentid', '=', transactionId)
      .execute();
  await refuse(true);
  await cancel(student, enrolment);
  const failures = async () =>
    (await mailsOf(school, admin.email)).filter(
      ({ kind, ref }) => kind === 'payment-refund-failed' && ref.startsWith(enrolment),
    );
  expect(await failures()).toHaveLength(1);
  await admin.call('POST', '/money/repair', { transactionId });
  expect(await failures()).toHaveLength(2);
  await refuse(false);
  await admin.call('POST', '/money/repair', { transactionId });
  expect(await failures()).toHaveLength(2);
  expect(await kindsTo(student)).toEqual(['cancelled', 'enrolled', 'refunded']);
});
