import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DEBTORS_SHOWN } from '#contract/debts/office-calls.ts';
import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { OWING_SHOWN } from '#contract/families/calls.ts';
import { CsvFile } from '#contract/primitives.schema.ts';
import { PEOPLE_SHOWN } from '#contract/recitals/office-calls.ts';
import { ATTENTION_SHOWN } from '#contract/reconciliation/calls.ts';
import { ATTENDED_SHOWN, REGISTERS_SHOWN } from '#contract/registers/calls.ts';
import { TODAY_SHOWN } from '#contract/reports/calls.ts';
import { WEEK_LESSONS } from '#contract/weeks/calls.ts';
import { ANSWERS, table } from '#tests/support/call-table.ts';
import type { Call, Things } from './schools.ts';

/*
 * What the screens of each role read, derived from the contract: every GET that a module of the web makes, as
 * each role that may make it. Only what cannot be derived is written out: what stands for a parameter of a path,
 * and the queries of screens. A call without what it needs throws.
 */

type Name = keyof typeof endpoints;
/** Gives undefined where a school has no such thing. */
type Example = (things: Things, by: Role | undefined) => string | undefined;

const WEB = join(import.meta.dirname, '..', '..', 'web');

/** What names every public page to search engines, in files that are as long as they are. */
const SITEMAP = join('routes', 'sitemap.ts');

/** The names of the calls that modules of the web make for a screen. */
function calledByScreens(): ReadonlySet<string> {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' });
  const modules = files.filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== SITEMAP,
  );
  const calls = modules.flatMap((file) => [...readFileSync(join(WEB, file), 'utf8').matchAll(/\.(\w+)\(/g)]);
  return new Set(calls.map(([, name = '']) => name));
}

/** A file is as long as what is in it, and sent as it is read. */
const isFile = ({ url, schema }: Endpoint) =>
  /\.(pdf|ics)$/.test(url) || Object.values(schema.response ?? {}).includes(CsvFile);

/** Made with the token of a mail, which no account knows, or with what a school has for a moment alone. */
const PASSING = new Set<string>(['readClaim', 'readInvitation', 'readBilling', 'readLessonFile']);

/** What a parameter stands for by its name. */
const BY_PARAMETER: Readonly<Record<string, Example>> = {
  userid: ({ family }) => family,
  learnerid: ({ learnerid }) => learnerid,
  classid: ({ class: id }) => id,
};

const ofClass: Example = ({ class: id, ownClass }, by) => (by === 'instructor' ? ownClass : id);
const ofLesson: Example = ({ lesson }) => lesson || undefined;
const ofRecital: Example = ({ recital }) => recital;

/** What `:id` stands for, or several parameters together. */
const BY_CALL: { readonly [N in Name]?: Example } = {
  readBlog: ({ post }) => post,
  readOwnBlog: ({ ownPost }) => ownPost,
  readReaction: ({ post }) => post,
  readCircular: ({ message }) => message,
  readClass: ofClass,
  listSimilarClasses: ofClass,
  listClassHistory: ofClass,
  listPlans: ofClass,
  findFreeForPlan: ofClass,
  readRoster: ofClass,
  listClassLessons: ofClass,
  offerTrials: ofClass,
  listWaiting: ofClass,
  readInstructor: ({ teacherid }) => teacherid,
  readInvoice: ({ invoice }) => invoice,
  findFree: ofLesson,
  readLessonNotes: ofLesson,
  readRegister: ofLesson,
  readReceipt: ({ enrolment }) => enrolment || undefined,
  readRecital: ofRecital,
  readProgramme: ofRecital,
  readPieces: ofRecital,
  readAttendance: ({ learnerid }) => learnerid,
  readReview: ({ review }, by) => (by === 'admin' && review ? `class/${review}` : undefined),
  readText: () => 'absence',
  readSecondFactor: ({ family }) => family,
};

const week = ({ monday }: Things) => `from=${monday}`;
const sevenDays = ({ monday, sunday }: Things) => `from=${monday}&to=${sunday}`;

/** Of a family alone, whose learner the query names. */
const OF_FAMILY = new Set<string>(['listCatchUps', 'listTrials']);

/** The queries of screens, where they are more than none or a page's place. */
const QUERIES: { readonly [N in Name]?: (things: Things, by: Role | undefined) => string } = {
  browseClasses: ({ place }) => `after=${place}`,
  browseInstructors: ({ place }) => `after=${place}`,
  browseBlogs: ({ place }) => `after=${place}`,
  findFree: ({ monday }) => `day=${monday}&starttime=16:00&minutes=45`,
  findFreeForPlan: ({ monday, sunday }) =>
    `weekday=2&starttime=16:00&minutes=45&firstday=${monday}&lastday=${sunday}`,
  listOwing: () => `limit=${OWING_SHOWN + 1}`,
  listDebtors: () => `limit=${DEBTORS_SHOWN + 1}`,
  listAttention: () => `limit=${ATTENTION_SHOWN + 1}`,
  listRegisters: () => `limit=${REGISTERS_SHOWN}`,
  readPieces: () => `limit=${PEOPLE_SHOWN}`,
  readAttendance: () => `limit=${ATTENDED_SHOWN + 1}`,
  readToday: () => `limit=${TODAY_SHOWN}`,
  readWeek: (things, by) =>
    by === 'admin'
      ? `${week(things)}&school=1&limit=${WEEK_LESSONS + 1}`
      : `${week(things)}&limit=${WEEK_LESSONS}`,
  listBusy: sevenDays,
  listTimetable: (things) => `${sevenDays(things)}&room=${things.room}&limit=${WEEK_LESSONS}`,
  listCatchUps: ({ learnerid }) => `learnerid=${learnerid}`,
  listTrials: ({ learnerid }) => `learnerid=${learnerid}`,
  browseMonthPlaces: ({ lastMonth }) => `month=${lastMonth}&figure=card`,
  reconcileMonth: ({ lastMonth }) => `month=${lastMonth}`,
};

const ROLES = ['student', 'instructor', 'admin'] as const;

/**
 * Who reads by it: any visitor, or each role that the table of calls lets read; the office may do what admins
 * may, and less.
 */
const readersOf = (name: Name, { config: { access } }: Endpoint): (Role | undefined)[] => {
  if (access === 'everyone') return [undefined];
  const isLet = (role: (typeof ROLES)[number]) => {
    const answer = table[name]?.cells[role] ?? 0;
    // The table's world lacks what some calls ask for.
    if (OF_FAMILY.has(name)) return role === 'student';
    return answer < 400 || answer === ANSWERS[name];
  };
  return ROLES.filter(isLet);
};

function pathOf(name: Name, { url }: Endpoint, by: Role | undefined): Call['path'] {
  const parameters = [...url.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter);
  const own: Example = (things) =>
    by === 'instructor' ? things.instructor : by === 'admin' ? things.admin : things.student;
  const of = parameters[0] === 'email' ? own : (BY_CALL[name] ?? BY_PARAMETER[parameters[0] ?? '']);
  if (parameters.length > 0 && !of) throw new Error(`${name}: what do the parameters of ${url} stand for?`);
  return (things) => {
    const example = of?.(things, by);
    if (of && !example) return undefined;
    const path = url.replace(/:\w+(\/:\w+)*/, example ?? '');
    const query = QUERIES[name]?.(things, by);
    return query ? `${path}?${query}` : path;
  };
}

/** Every call by which a screen reads, as each role that may make it. Throws where one lacks what it needs. */
export function callsOfScreens(): Call[] {
  const called = calledByScreens();
  return Object.entries<Endpoint>(endpoints).flatMap(([key, endpoint]) => {
    const name = key as Name;
    const { method, url, schema } = endpoint;
    if (method !== 'GET' || url.startsWith('/v1/') || !called.has(name) || isFile(endpoint)) return [];
    if (PASSING.has(name)) return [];
    const { querystring } = schema;
    if (querystring && !QUERIES[name] && !z.safeParse(querystring, {}).success)
      throw new Error(`${name}: what does its query say?`);
    return readersOf(name, endpoint).map((by) => ({
      by,
      path: pathOf(name, endpoint, by),
      name: `${url}${by ? `, ${by}` : ''}`,
    }));
  });
}
