import type { OpenAPIV3_1 } from 'openapi-types';

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject;

/** What stands under a name on the wire, where its type alone would make a poor example. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  _id: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  id: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  classid: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  enrolmentid: '019923d4-1a40-7b02-8c1d-5e9d3b7a9c22',
  insertedId: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  subjectid: '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11',
  email: 'ana@example.com',
  password: 'Practice!1',
  instructoremail: 'clara@example.com',
  name: 'Ana Costa',
  authorname: 'Clara Weiss',
  actorname: 'Maria Silva',
  instructorname: 'Clara Weiss',
  subjectname: 'Violin for beginners',
  classname: 'Violin for beginners',
  description: 'First steps on the violin, in a group of eight.',
  feedback: 'Please say which age the class is for.',
  image: '/art/violin-480.webp',
  photoURL: '/art/violin-480.webp',
  price: 60,
  kept: 60,
  availableseat: 8,
  enrolledstudents: 4,
  capacity: 12,
  runsfrom: 6,
  decideby: '2027-01-12',
  title: 'How to choose a first violin',
  blog_description: 'Size, strings and what to pay.',
  blog: 'A first violin should **fit**.',
  slug: 'privacy',
  markdown: 'We keep your name, your email and what you paid.',
  html: '<p>A first violin should <strong>fit</strong>.</p>',
  transactionId: 'pi_3PzQ2eLkdIwHu7ix0a1b2c3d',
  clientSecret: 'pi_3PzQ2eLkdIwHu7ix0a1b2c3d_secret_4e5f6a7b8c9d',
  currency: 'usd',
  tagline: 'A school for every age.',
  street: '12 Harbour Street',
  postcode: '1100-148',
  town: 'Lisbon',
  country: 'Portugal',
  phone: '+351 555 014 273',
  emergencyphone: '+351 555 014 273',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  category: 'Learning',
  level: 'Beginner',
  group: 'Kids',
  url: 'https://office.example/cadenza',
  hours: 'Monday to Friday, 2 pm to 8 pm',
  timezone: 'Europe/Lisbon',
  firstday: '2026-09-07',
  lastday: '2026-12-18',
  offeruntil: '2026-08-31',
  day: '2026-09-08',
  starttime: '16:00',
  times: '17:30',
  from: '02:30',
  to: '03:30',
  minutes: 45,
  logo: '/art/violin-480.webp',
  cardlast4: '4242',
  number: '20260901-5F3A90C1',
  school: 'Cadenza',
  schooladdress: '12 Harbour Street, Lisbon',
  useragent: 'Mozilla/5.0',
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…',
  month: '2026-09',
  reason: 'Cancelled by the student.',
  note: 'price, description',
  before: 'student',
  after: 'instructor',
  total: 1,
  previous: null,
  next: null,
  addresses: '203.0.113.0/24',
  prefix: 'cad_3f9a',
  secret: 'cad_3f9a…',
  madeby: 'Maria Silva',
  q: 'violin',
};

/** What of a request is another for one call, where fields depend on each other; undefined leaves one out. */
const OF_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  addClass: { trialprice: 15 },
  updateClass: { trialprice: 15 },
  addClosure: { roomid: undefined, teacherid: undefined },
  updateClosure: { roomid: undefined, teacherid: undefined },
  teacherAway: { lastday: '2026-09-11' },
  roomAway: { lastday: '2026-09-11' },
  addRecital: { roomid: undefined },
  updateRecital: { roomid: undefined },
  addDiscount: {
    ...{ kind: 'code', percent: 10, amount: undefined, code: 'SPRING-27', nth: undefined },
    ...{ from: '2027-02-01', to: '2027-04-30', times: 50, timesfamily: 1, classids: undefined },
  },
  // A year from today is the last.
  addKey: { until: undefined },
  giveBusy: { url: 'https://calendar.example/me.ics' },
  addWish: { hours: [{ weekday: 2, from: '16:00', to: '18:00' }] },
  joinWaitlistTogether: {
    learnerids: ['019923c1-7d20-7c3e-9f5b-2c1f0a6b7d11', '019923c1-7d20-7c3e-9f5b-2c1f0a6b7d12'],
  },
  addReviewNote: { field: undefined },
  answerReviewNote: { taken: undefined },
  updateSchool: { lists: undefined },
};

/** A body that a call takes, with words of a school in it. */
export function exampleOfBody(
  call: string,
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
): unknown {
  const example = exampleOf(schema, named);
  const own = OF_BODIES[call];
  if (!own) return example;
  const fields = Object.entries({ ...(example as object), ...own });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Places in lists are not guessed: an example that asks for a page names none. */
const PLACES = new Set(['after', 'before']);

const isReference = (schema: Schema): schema is OpenAPIV3_1.ReferenceObject => '$ref' in schema;

/** A value that fits a schema, with words of a school in it. Throws for a reference that leads nowhere. */
export function exampleOf(schema: Schema, named: Readonly<Record<string, Schema>>, name = ''): unknown {
  if (isReference(schema)) {
    const target = named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    if (!target) throw new Error(`There is no ${schema.$ref}.`);
    return exampleOf(target, named, name);
  }
  if (schema.const !== undefined) return schema.const;
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice?.[0]) return exampleOf(choice[0], named, name);
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems || 1 }, () => exampleOf(schema.items, named, name));
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([field]) => schema.required?.includes(field) || !PLACES.has(field),
    );
    return Object.fromEntries(fields.map(([field, inner]) => [field, exampleOf(inner, named, field)]));
  }
  if (schema.enum) return schema.enum[0];
  if (schema.format === 'date-time') return '2026-09-01T12:00:00.000Z';
  if (schema.format === 'date') return '2026-08-31';
  const types = [schema.type ?? 'null'].flat();
  const known = BY_NAME[name];
  if (known !== undefined && typesOf(known).some((type) => types.includes(type))) return known;
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return Math.max(1, schema.minimum ?? 1);
  return types.includes('string') ? 'text' : null;
}

/** The JSON Schema types that a value is of. */
const typesOf = (value: unknown): readonly OpenAPIV3_1.NonArraySchemaObjectType[] => {
  if (value === null) return ['null'];
  return typeof value === 'string' ? ['string'] : ['integer', 'number'];
};
