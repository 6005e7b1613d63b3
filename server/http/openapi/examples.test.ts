import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openApiDocument } from './document.ts';

/* Each example of a request is sent: a school may have nothing by its ids, but takes it for what it is. */

const { paths = {} } = openApiDocument({
  title: 'School',
  version: '1.0.0',
  url: 'https://school.example/api',
});
const operations = new Map(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods ?? {}).map((operation) => {
      const one = operation as OpenAPIV3_1.OperationObject;
      return [one.operationId, one] as const;
    }),
  ),
);

let school: TestSchool;
let people: Record<Role, Person>;
let secret: string;

beforeAll(async () => {
  school = await openTestSchool();
  people = {
    admin: await school.signIn('admin'),
    office: await school.signIn('office'),
    instructor: await school.signIn('instructor'),
    student: await school.signIn('student'),
  };
  secret = (await people.admin.call('POST', '/keys', { name: 'Examples', scopes: KEY_SCOPES })).body.secret;
});
afterAll(() => school.close());

/** Calls with a JSON body, but for those by which an account of the identity service comes in. */
const calls = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  const body = operations.get(name)?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const example = body?.content['application/json']?.example;
  const isPerson = endpoint.config.access !== 'identity';
  // Of a teacher's calendar the host would be asked at once.
  const asksElsewhere = name === 'giveBusy';
  return example !== undefined && isPerson && !asksElsewhere ? [{ name, endpoint, example }] : [];
});

function tokenFor({ access }: Endpoint['config']): string {
  if (typeof access !== 'object') return people.student.token;
  const { key, ...roles } = access;
  const [role] = Object.keys(roles) as Role[];
  return role ? people[role].token : secret;
}

test.each(calls)('$name', async ({ endpoint, example }) => {
  const { method, url, config } = endpoint;
  const answer = await school.app.inject({
    method,
    url: `/api${url.replace(':kind', 'class').replace(/:\w+/g, '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11')}`,
    headers: {
      authorization: `Bearer ${tokenFor(config)}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    payload: JSON.stringify(example),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect([400, 415, 422], answer.body).not.toContain(answer.statusCode);
});

test('most calls that take a body are among them', () => {
  expect(calls.length).toBeGreaterThan(90);
});
