import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.schema.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { WRITES } from '#server/features/v1/writes.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { openApiDocument, whoMayCall } from './document.ts';
import { referencePage } from './reference-page.ts';
import { refusalsOf } from './refusals.ts';

const document = openApiDocument({ title: 'Test API', version: '1.2.3', url: 'https://school.example/api' });
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods ?? {}).map(([method, operation]) => ({
    path,
    method,
    operation: operation as OpenAPIV3_1.OperationObject,
  })),
);
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true } }).addSchema(
  document,
  'api',
);

describe('The document of the calls', () => {
  test('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('has every call once, under its own name', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  test('has every event that a webhook is told', () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual([...WEBHOOK_EVENTS, 'test']);
  });

  test('no two paths are the same but for what their parameters are called, and none ends in a slash', () => {
    const shapes = Object.keys(document.paths ?? {}).map((path) => path.replace(/\{.+?\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapes.filter((path) => path.endsWith('/'))).toEqual([]);
  });

  test.each(operations)('$method $path says all of itself', ({ path, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].*\.$/);
    expect(operation.description).toMatch(/^For .+\.$/);
    expect(operation.security?.length).toBeGreaterThan(0);
    const inPath = (operation.parameters as OpenAPIV3_1.ParameterObject[]).filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{.+?\}/g) ?? []);
    expect(Object.keys(operation.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '429', '500', '503']),
    );
  });

  test.each(Object.entries(WRITES))(
    '%s declares each refusal of the call by which it is done',
    (name, write) => {
      const declared = refusalsOf(endpoints[name as keyof typeof WRITES]);
      // Of an id in a path, not-found is that of a path too long; a body's ids are shorter.
      const { params: _, ...schema } = write.by.schema;
      const missing = refusalsOf({ ...write.by, schema }).filter((code) => !declared.includes(code));
      // Of a person’s sign-in: a program has a key.
      const ofPeople = ['second-factor-required', 'sign-in-too-old'];
      expect(missing.filter((code) => !ofPeople.includes(code))).toEqual([]);
    },
  );

  test('nothing is described that nothing refers to, and nothing is referred to that is not described', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name));
    const described = Object.entries({
      schemas: document.components?.schemas,
      responses: document.components?.responses,
      headers: document.components?.headers,
    }).flatMap(([kind, all]) => Object.keys(all ?? {}).map((name) => `${kind}/${name}`));
    expect(described.toSorted()).toEqual([...referred].toSorted());
  });

  test.each(examples())('the example of $where fits its schema', ({ pointer, example }) => {
    const isValid = ajv.validate({ $ref: `api${pointer}` }, example);
    expect(ajv.errors).toBeNull();
    expect(isValid).toBe(true);
  });
});

/** Every example with where its schema stands. */
function examples() {
  const found: { where: string; pointer: string; example: unknown }[] = [];
  const visit = (value: unknown, path: readonly string[]) => {
    if (typeof value !== 'object' || value === null) return;
    if ('example' in value && 'schema' in value) {
      const steps = [...path, 'schema'].map((step) =>
        encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      found.push({ where: path.join(' '), pointer: `#/${steps.join('/')}`, example: value.example });
      return;
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  visit(document, []);
  return found;
}

describe('Who may call', () => {
  test('is said in words', () => {
    expect(whoMayCall('everyone')).toBe('everyone');
    expect(whoMayCall(endpoints.approveClass.config.access)).toBe('admins');
    expect(whoMayCall(endpoints.readRoster.config.access)).toBe(
      'instructors who teach the class or hold a lesson of it that day, and the office and admins, and API keys with the scope `people`',
    );
    expect(whoMayCall(endpoints.listUsers.config.access)).toBe(
      'admins, and API keys with the scope `people`',
    );
    expect(whoMayCall(endpoints.listSessions.config.access)).toBe('anyone signed in');
    expect(whoMayCall(endpoints.cancelEnrolment.config.access)).toBe(
      'students and instructors whose enrolment it is, and the office and admins',
    );
  });
});

/** The headers that the document knows, as the wire has them. */
const HEADERS = Object.keys(document.components?.headers ?? {}).map((name) => name.toLowerCase());

describe('The reference', () => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await openTestSchool({ env: { SCHOOL_NAME: 'Notes & <Keys>' } });
  });
  afterAll(() => school.close());

  test('is given to machines, under the address that was asked', async () => {
    const answer = await school.app.inject({ url: '/api/openapi.json', headers: { host: '127.0.0.1:4567' } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json().servers).toEqual([{ url: 'http://127.0.0.1:4567/api' }]);
    const again = await school.app.inject({
      url: '/api/openapi.json',
      headers: { host: '127.0.0.1:4567', 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  test('names each header that a program’s call is answered with', async () => {
    const admin = await school.signIn('admin');
    const { body } = await admin.call('POST', '/keys', { name: 'Sync', scopes: ['people:read', 'people'] });
    const ask = (url: string) =>
      school.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${body.secret}` } });
    const declared = (status: number) => {
      const response = document.paths?.['/v1/people']?.get?.responses?.[status] as OpenAPIV3_1.ResponseObject;
      return Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
    };
    const answered = async (url: string) => {
      const { statusCode, headers } = await ask(url);
      return [
        statusCode,
        Object.keys(headers)
          .filter((name) => HEADERS.includes(name))
          .toSorted(),
      ];
    };
    expect(await answered('/v1/people')).toEqual([200, declared(200).toSorted()]);
    expect(declared(200)).toEqual(['x-request-id', 'etag', 'ratelimit', 'ratelimit-policy']);
    const missing = await answered('/v1/people/none');
    expect(missing).toEqual([404, ['ratelimit', 'ratelimit-policy', 'x-request-id']]);
    expect(document.components?.responses?.['v1.not-found']).toHaveProperty('headers.RateLimit');
    expect(document.components?.responses?.['not-found']).not.toHaveProperty('headers.RateLimit');
    const old = await answered('/users');
    const ofUsers = document.paths?.['/users']?.get?.responses?.[200] as OpenAPIV3_1.ResponseObject;
    expect(Object.keys(ofUsers.headers ?? {})).toEqual(['X-Request-Id', 'Deprecation', 'Sunset']);
    expect(old).toEqual([200, expect.arrayContaining(['deprecation', 'sunset', 'x-request-id'])]);
    expect(document.paths?.['/keys']?.get?.responses?.[200]).not.toHaveProperty('headers.Sunset');
    const open = await school.app.inject('/api/v1/people');
    expect([open.statusCode, open.headers['x-request-id']]).toEqual([401, expect.any(String)]);
    for (const name of ['too-many-requests', 'internal'])
      expect(document.components?.responses?.[name]).toMatchObject({
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
      });
    expect(document.components?.responses?.['too-many-requests']).toHaveProperty('headers.Retry-After');
    expect(document.components?.responses?.internal).not.toHaveProperty('headers.Retry-After');
  });

  test('declares that a body which is no JSON is refused by a call that takes none, too', async () => {
    const admin = await school.signIn('admin');
    const { body } = await admin.call('POST', '/keys', { name: 'Sync', scopes: ['charges:write'] });
    const reverse = (type: string, payload: string) =>
      school.app.inject({
        method: 'POST',
        url: '/api/v1/charges/charge-1/reverse',
        headers: {
          authorization: `Bearer ${body.secret}`,
          'idempotency-key': 'Once',
          'content-type': type,
        },
        payload,
      });
    expect((await reverse('application/json', '{')).json().code).toBe('invalid-json');
    expect((await reverse('text/strange', '{}')).json().code).toBe('unsupported-media-type');
    expect(refusalsOf(endpoints.v1ReverseCharge)).toEqual(
      expect.arrayContaining(['invalid-json', 'unsupported-media-type', 'too-large']),
    );
    expect(refusalsOf(endpoints.v1ListCharges)).not.toContain('invalid-json');
  });

  test('is a page that loads nothing, in which the school’s name is only text', async () => {
    const { body, headers } = await school.app.inject('/api/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-");
    expect(body).toContain('<h1>Notes &amp; &lt;Keys&gt; API</h1>');
    expect(body).not.toMatch(/<script|<img|<link|<iframe/);
  });

  test('has a place for each call and each schema, and a link to each place there is', () => {
    const page = referencePage(document);
    const places = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const name of [...Object.keys(endpoints), ...Object.keys(document.components?.schemas ?? {})])
      expect(places).toContain(name);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(places).toContain(target);
  });
});
