import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://school.example',
  ADMIN_EMAIL: 'head@school.example',
  ADMIN_PASSWORD: 'Quiet-oboe-7!',
  CARD_SANDBOX: 'on',
  RATE_LIMIT_FACTOR: '10',
};

let demo: TestSchool;
let real: TestSchool;

beforeAll(async () => {
  demo = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '1.5' } });
  real = await openTestSchool({ env: { ...REAL, SCHOOL_NAME: 'Reed & Bow', ENROLMENT_PRICE: '75.50' } });
});
afterAll(async () => {
  await demo.close();
  await real.close();
});

test('a real school begins with what the environment says of it, and says nothing else', async () => {
  expect((await real.call('GET', '/school')).body).toEqual({
    name: 'Reed & Bow',
    currency: 'usd',
    enrolmentPrice: 75.5,
    cancelUntilHours: 48,
    version: 1,
    facts: [],
  });
});

test('the demo says what it always said', async () => {
  const { body } = await demo.call('GET', '/school');
  expect(body).toMatchObject({
    name: 'Cadenza',
    street: '14 Linden Walk',
    town: 'Harbour Hill',
    enrolmentPrice: 60,
    cancelUntilHours: 1.5,
    welcome: { title: 'Music is learnt by playing it' },
  });
  const titles = (kind: string) =>
    body.facts.filter((fact: { kind: string }) => fact.kind === kind).map(({ title = '' }) => title);
  expect(titles('event')).toEqual(['Art Classes', 'Next Event']);
  expect(titles('number')).toEqual(['Students', 'Teachers', 'Programmes', 'Awards']);
  expect(titles('voice')).toHaveLength(4);
});

test('the browser reads there what the school says of itself', async () => {
  const { school } = (await real.app.inject('/config.json')).json();
  expect(school).toEqual({
    name: 'Reed & Bow',
    timezone: 'UTC',
    currency: 'usd',
    enrolmentPrice: 75.5,
    cancelUntilHours: 48,
  });
});
