import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import type { Access, CallSchema, Endpoint, Own, Role, RoleAccess } from '#contract/endpoint.ts';
import { Problem } from '#contract/errors.schema.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import * as nouns from '#contract/nouns.schema.ts';
import { CalendarFile, CsvFile, HtmlPage, PdfFile, StoredFile } from '#contract/primitives.schema.ts';
import { ROLES } from '#contract/users/calls.ts';
import { IDEMPOTENCY_KEY_MAX } from '#contract/v1/calls.ts';
import { WebhookNotice } from '#contract/webhooks/schema.ts';
import { ENGLISH } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import { exampleOf, exampleOfBody } from './examples.ts';
import { ANSWER_HEADERS, answerHeaders, isV1, refusalHeaders } from './headers.ts';
import { refusalsOf } from './refusals.ts';
import { describeTag, tagOf } from './tags.ts';

type Schema = OpenAPIV3_1.SchemaObject;
type Named = Record<string, Schema>;
/** The library takes a parameter’s schema for one of OpenAPI 3.0. */
type FieldSchema = OpenAPIV3_1.ParameterObject['schema'];
type Part = 'params' | 'querystring' | 'body';

const PARTS: readonly Part[] = ['params', 'querystring', 'body'];

export type OpenApiOptions = {
  title: string;
  /** Of the product, such as 0.2.0. */
  version: string;
  /** Where the calls are, such as https://school.example/api. */
  url: string;
};

/**
 * The contract as an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.1): each call under its own name, with
 * all that it takes, answers and refuses.
 */
export function openApiDocument({ title, version, url }: OpenApiOptions): OpenAPIV3_1.Document {
  const tagged = Object.entries(nouns).flatMap(([noun, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ tag: tagOf(noun), name, endpoint })),
  );
  const { schemas, partOf } = describeSchemas(tagged);
  const pathOf = pathNames(tagged.map(({ endpoint }) => endpoint.url));
  const paths: OpenAPIV3_1.PathsObject = {};
  const problems: Record<string, OpenAPIV3_1.ResponseObject> = {};
  for (const { tag, name, endpoint } of tagged) {
    const path = pathOf(endpoint.url);
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        tags: [tag],
        summary: endpoint.schema.summary,
        description: `For ${whoMayCall(endpoint.config.access)}.`,
        security: securityOf(endpoint.config.access),
        parameters: [
          ...parametersOf(
            path,
            { params: partOf(name, 'params'), query: partOf(name, 'querystring') },
            schemas,
          ),
          ...(isKeyed(endpoint) ? [IDEMPOTENCY_KEY] : []),
        ],
        ...bodyOf(name, endpoint.schema, partOf, schemas),
        responses: {
          ...answersOf(name, endpoint, partOf, schemas),
          ...refuseBy(endpoint, problems),
        },
      },
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: ABOUT,
      contact: { name: 'The school', url: url.replace(/api$/, '') },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: Object.keys(nouns).map((noun) => describeTag(noun as keyof typeof nouns)),
    paths,
    webhooks: describeWebhooks(partOf, schemas),
    components: { schemas, responses: problems, headers: ANSWER_HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

const ABOUT = `The calls of a music school’s website and office. Bodies are JSON. Money is in units of the currency, such as 59.5; moments are
ISO 8601 in UTC. Whatever is refused is answered as \`application/problem+json\` (RFC 9457) with a \`code\` to decide by and a \`detail\` for people.
After 429 and 503 the header \`Retry-After\` says when to come back, in seconds.`;

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'From `issueAccessToken`; valid for an hour, and no longer than its sign-in.',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The ID token that the identity service gave the person who signed in.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key that an admin made for a program of the school; it may do what its scopes name.',
  },
  webhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Of what the school sends: made by the secret of the webhook, after Standard Webhooks. The receiver checks it.',
  },
} as const satisfies Record<string, OpenAPIV3_1.SecuritySchemeObject>;

function securityOf(access: Access): OpenAPIV3_1.SecurityRequirementObject[] {
  if (access === 'everyone') return [{}, { accessToken: [] }];
  if (access === 'identity') return [{ identityToken: [] }];
  const { key, ...roles } = access;
  return [
    ...(Object.keys(roles).length > 0 ? [{ accessToken: [] }] : []),
    ...(key ? [{ apiKey: key === 'any' ? [] : [key] }] : []),
  ];
}

const OWN: { readonly [O in Own]: string } = {
  'params.email': 'with their own address',
  'body.email': 'with their own address',
  blog: 'who wrote the post',
  class: 'who teach the class',
  roster: 'who teach the class or hold a lesson of it that day',
  lesson: 'who teach the class of the lesson',
  taught: 'who teach the lesson or its class',
  register: 'who teach its class, or hold the lesson, from the day before it until its register closes',
  attended: 'who have a learner in the lesson, or teach it or its class',
  file: 'who have a learner in the lesson of the file, or teach it or its class',
  taughtfile: 'who teach the lesson of the file or its class',
  instructor: 'who are the instructor',
  review: 'who teach the class, or wrote the post',
  reviewnote: 'who teach the class, or wrote the post, that the note is beside',
  writtennote: 'who wrote the note',
  selection: 'who made the selection',
  enrolment: 'whose enrolment it is',
  invoice: 'to whom the invoice was issued',
  receipt: 'whose receipt it is',
  waitlist: 'whose entry it is',
  wish: 'whose learner’s wish it is',
  learner: 'who look after the learner',
};

const PEOPLE: { readonly [R in Role]: string } = {
  admin: 'admins',
  office: 'the office',
  instructor: 'instructors',
  student: 'students',
};

/** In words, such as `instructors of the class and any admin`. */
export function whoMayCall(access: Access): string {
  if (access === 'everyone') return 'everyone';
  if (access === 'identity') return 'anyone with an account at the identity service';
  const { key, ...roles } = access;
  const ofKeys = key === 'any' ? 'API keys' : `API keys with the scope \`${key}\``;
  const allowed = Object.entries<RoleAccess[Role]>(roles).map(([role, one]) => ({
    people: PEOPLE[role as Role],
    whose: typeof one === 'object' ? OWN[one.self] : '',
  }));
  const groups = Map.groupBy(allowed, ({ whose }) => whose);
  const people = [...groups].map(([whose, ofThem]) =>
    `${ofThem.length === ROLES.length ? 'anyone signed in' : ofThem.map((one) => one.people).join(' and ')} ${whose}`.trim(),
  );
  return [...people, ...(key ? [ofKeys] : [])].join(', and ');
}

type PartOf = (name: string, part: Part | 'answer' | 'event') => Schema | undefined;

/**
 * Every schema of every call, made in one go, so that what has a name is described once. The wire side of a
 * codec is what it takes in, in both directions.
 */
function describeSchemas(calls: readonly { name: string; endpoint: Endpoint }[]): {
  schemas: Named;
  partOf: PartOf;
} {
  const all: Record<string, $ZodType> = { problem: Problem };
  for (const { name, endpoint } of calls) {
    const { schema } = endpoint;
    for (const part of PARTS) if (schema[part]) all[`${name} ${part}`] = schema[part];
    if (schema.response[200]) all[`${name} answer`] = schema.response[200];
  }
  for (const payload of WebhookNotice.options) all[`${payload.shape.type.value} event`] = payload;
  const described = z.toJSONSchema(z.object(all as Record<string, z.ZodType>), {
    io: 'input',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  const { $defs, properties } = JSON.parse(
    JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as { $defs: Named; properties: Named };
  return { schemas: $defs, partOf: (name, part) => properties[`${name} ${part}`] };
}

/** `class.approved` → `onClassApproved`, a name beside those of the calls. */
const nameOfEvent = (event: string) =>
  `on${event.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** What the school tells the programs that its webhooks name, by the type of the event. */
function describeWebhooks(partOf: PartOf, named: Named): NonNullable<OpenAPIV3_1.Document['webhooks']> {
  const events = WebhookNotice.options.map(({ shape }) => shape.type.value);
  return Object.fromEntries(
    events.map((event) => {
      const schema = partOf(event, 'event') ?? {};
      const post: OpenAPIV3_1.OperationObject = {
        operationId: nameOfEvent(event),
        security: [{ webhookSignature: [] }],
        summary: `Tells of the event \`${event}\`.`,
        description:
          'Signed after Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.',
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, named) } },
        },
        responses: { '2XX': { description: 'Taken; anything else is tried again' } },
      };
      return [event, { ['post' as string]: post }];
    }),
  );
}

/**
 * Leaves out what says nothing to a reader: the range of safe integers, how a moment's text is checked, and
 * zod's own name of a schema. Patterns with classes of characters (`\P{C}`), too, which many languages lack.
 */
function simplify(schema: z.core.JSONSchema.BaseSchema) {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format || hasClasses(schema)) delete schema.pattern;
  // Others stay the list that they are, which zod looks at again.
  if (schema.allOf?.some(hasClasses)) schema.allOf = schema.allOf.filter((part) => !hasClasses(part));
  if (schema.allOf?.length === 0) delete schema.allOf;
  delete schema.id;
}

const hasClasses = ({ pattern = '' }: { pattern?: string }) => /\\p\{/i.test(pattern);

/**
 * From a route's path to the document's. Two calls may name what stands at the same place differently
 * (`/waitlist/:email`, `/waitlist/:id`); the document knows one name for a place, which is both.
 */
function pathNames(urls: readonly string[]): (url: string) => string {
  const shapeOf = (url: string) => url.replace(/:\w+/g, ':').replace(/(?<=.)\/$/, '');
  const names = new Map<string, Set<string>[]>();
  for (const url of urls) {
    const own = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const places = names.get(shapeOf(url)) ?? own.map(() => new Set<string>());
    for (const [at, name] of own.entries()) places[at]?.add(name);
    names.set(shapeOf(url), places);
  }
  return (url) => {
    const places = (names.get(shapeOf(url)) ?? []).values();
    return shapeOf(url).replace(/:/g, () => `{${[...(places.next().value ?? [])].join('-or-')}}`);
  };
}

/** `path` is the document's; `params` come in the order in which they stand there. */
const parametersOf = (
  path: string,
  { params, query }: { params: Schema | undefined; query: Schema | undefined },
  named: Named,
): OpenAPIV3_1.ParameterObject[] => {
  const inPath = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  return [
    ...fieldsOf(params).map(({ name, schema }, at) => ({
      name: inPath[at] ?? name,
      in: 'path',
      required: true,
      schema: schema as FieldSchema,
      example: exampleOf(schema, named, name),
    })),
    ...fieldsOf(query).map(({ name, schema }) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      schema: schema as FieldSchema,
    })),
  ];
};

const fieldsOf = (part: Schema | undefined) =>
  Object.entries(part?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
  }));

function bodyOf(
  name: string,
  { body }: CallSchema,
  partOf: PartOf,
  named: Named,
): { requestBody?: OpenAPIV3_1.RequestBodyObject } {
  const schema = partOf(name, 'body');
  if (!body || !schema) return {};
  return {
    requestBody: {
      required: !z.safeParse(body, undefined).success,
      content: isForm(schema)
        ? { 'multipart/form-data': { schema } }
        : { 'application/json': { schema, example: exampleOfBody(name, schema, named) } },
    },
  };
}

/** Whether a file is among what a call takes. */
const isForm = (schema: Schema) =>
  fieldsOf(schema).some(({ schema: field }) => 'format' in field && field.format === 'binary');

/** Whether it is a write for programs, which is done once for each key of its own. */
const isKeyed = (endpoint: Endpoint) => endpoint.method !== 'GET' && isV1(endpoint);

const IDEMPOTENCY_KEY: OpenAPIV3_1.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same again within 24 hours is the same write, and is answered the same.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX } as FieldSchema,
  example: '5f0c9b1e-5d0a-4c8e-9a44-0e2f6a1f7c11',
};

const FILE_TYPES = new Map<$ZodType, string>([
  [CsvFile, 'text/csv'],
  [CalendarFile, 'text/calendar'],
  [StoredFile, 'application/octet-stream'],
  [PdfFile, 'application/pdf'],
  [HtmlPage, 'text/html'],
]);

function answersOf(
  name: string,
  endpoint: Endpoint,
  partOf: PartOf,
  named: Named,
): OpenAPIV3_1.ResponsesObject {
  const schema = partOf(name, 'answer') ?? {};
  const answer = endpoint.schema.response[200];
  const fileType = answer && FILE_TYPES.get(answer);
  const headers = answerHeaders(endpoint);
  return {
    200: {
      description: 'Done',
      headers,
      content: fileType
        ? { [fileType]: { schema } }
        : { 'application/json': { schema, example: exampleOf(schema, named) } },
    },
    ...('ETag' in headers && {
      304: { description: 'Not changed since the `ETag` that was named', headers },
    }),
  };
}

/**
 * The refusals by their status, each set of codes described once among the `problems`, and once more for the
 * calls for programs, which are told what is left of their key.
 */
function refuseBy(
  endpoint: Endpoint,
  problems: Record<string, OpenAPIV3_1.ResponseObject>,
): OpenAPIV3_1.ResponsesObject {
  const isOfV1 = isV1(endpoint);
  const byStatus = [...Map.groupBy(refusalsOf(endpoint), (code) => errors[code][0])].sort(
    ([a], [b]) => a - b,
  );
  return Object.fromEntries(
    byStatus.map(([status, ofStatus]) => {
      const name = `${isOfV1 ? 'v1.' : ''}${ofStatus.join('.')}`;
      problems[name] ??= problemResponse(status, { codes: ofStatus, isOfV1 });
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** What a refusal says, in the document's language. */
const sentenceOf = (code: ErrorCode): string => withLanguage(ENGLISH, () => t(errors[code][1]));

const problemResponse = (
  status: number,
  { codes, isOfV1 }: { codes: readonly ErrorCode[]; isOfV1: boolean },
): OpenAPIV3_1.ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${sentenceOf(code)}`).join('\n\n'),
  headers: refusalHeaders(status, { isOfV1 }),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { status: { const: status }, code: { enum: [...codes] } } },
        ],
      },
      example: problemExample(status, codes[0] ?? 'internal'),
    },
  },
});

const problemExample = (status: number, code: ErrorCode) => ({
  type: 'about:blank',
  title: STATUS_CODES[status],
  status,
  detail: sentenceOf(code),
  code,
  requestId: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
});
