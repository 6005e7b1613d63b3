import type { RouteConfigEntry } from '@react-router/dev/routes';
import { TEXT_SLUGS } from '#contract/texts/calls.ts';
import routes from '#web/routes.ts';

/** What the addresses of pages name. */
export type PageWorld = {
  classid: string;
  blogid: string;
  teacherid: string;
  enrolmentid: string;
  studentid: string;
  roomid: string;
  messageid: string;
  /** Of that class. */
  lessonid: string;
  /** The student. */
  learnerid: string;
  recitalid: string;
};

/** What stands for the parameters of an address, by the address. */
export type Values<World, Body = unknown> = {
  readonly [url: string]: (world: World, body: Body) => readonly string[];
};

const PARAMETERS: Values<PageWorld> = {
  '/classes/:id': ({ classid }) => [classid],
  '/instructors/:id': ({ teacherid }) => [teacherid],
  '/recitals/:id': ({ recitalid }) => [recitalid],
  '/admin/recitals/:id': ({ recitalid }) => [recitalid],
  '/instructor/recitals/:id': ({ recitalid }) => [recitalid],
  '/blogs/blog/:id?': ({ blogid }) => [blogid],
  '/blog/:id': ({ blogid }) => [blogid],
  // The one text that the demo has.
  '/pages/:slug': () => ['absence'],
  '/admin/updateclass/:id': ({ classid }) => [classid],
  '/admin/posts/:id': ({ blogid }) => [blogid],
  '/instructor/posts/:id': ({ blogid }) => [blogid],
  '/admin/reviews/:kind/:id': ({ classid, blogid }) => [`class ${classid}`, `blog ${blogid}`],
  '/admin/families/:userid': ({ studentid }) => [studentid],
  '/admin/receipt/:id': ({ enrolmentid }) => [enrolmentid],
  '/admin/roster/:id': ({ classid }) => [classid],
  '/admin/plan/:id': ({ classid }) => [classid],
  '/admin/lessons/:id': ({ classid }) => [classid],
  '/admin/notes/:id': ({ lessonid }) => [lessonid],
  '/admin/registers/:id': ({ lessonid }) => [lessonid],
  '/admin/rooms/:id': ({ roomid }) => [roomid],
  '/admin/messages/:id': ({ messageid }) => [messageid],
  '/admin/texts/:slug': () => TEXT_SLUGS.slice(0, 1),
  '/instructor/updateclass/:id': ({ classid }) => [classid],
  '/instructor/reviews/:kind/:id': ({ classid }) => [`class ${classid}`],
  '/instructor/roster/:id': ({ classid }) => [classid],
  '/instructor/class/:id/sheet': ({ classid }) => [classid],
  '/instructor/plan/:id': ({ classid }) => [classid],
  '/instructor/lessons/:id': ({ classid }) => [classid],
  '/instructor/notes/:id': ({ lessonid }) => [lessonid],
  '/student/class/payment/:classid': ({ classid }) => [classid],
  '/student/class/select/:classid': ({ classid }) => [classid],
  '/student/class/trial/:classid': ({ classid }) => [classid],
  '/student/learners/:id': ({ learnerid }) => [learnerid],
  '/student/receipt/:id': ({ enrolmentid }) => [enrolmentid],
  '/*': () => ['no-such-page'],
};

/**
 * An address with what stands for its parameters, with spaces between, as often as there is something. Throws where
 * that is not known.
 */
export function addressesOf<World, Body>(
  url: string,
  known: Values<World, Body>,
  world: World,
  body: Body,
): string[] {
  if (!/[:*]/.test(url)) return [url];
  const values = known[url]?.(world, body);
  if (!values) throw new Error(`What stands for the parameter of ${url}?`);
  return values.map((value) => {
    const parts = value.split(' ');
    return url.replace(/:\w+\??|\*/g, () => encodeURIComponent(parts.shift() ?? ''));
  });
}

/** Every page of the school, by its route. */
export const pagesOf = (world: PageWorld): string[] => pathsOf(routes, world);

function pathsOf(entries: readonly RouteConfigEntry[], world: PageWorld, above = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const here = path ? `${above}/${path}` : above;
    if (children) return pathsOf(children, world, here);
    const isPage = !/\.(json|svg|txt|xml|atom|webmanifest)$/.test(here);
    return index || (path && isPage) ? addressesOf(here || '/', PARAMETERS, world, undefined) : [];
  });
}

type Role = 'admin' | 'instructor' | 'student';

/** Pages of an account, and whose is looked at. */
const ACCOUNTS: { readonly [path: string]: Role } = {
  '/account': 'instructor',
  '/account/family': 'student',
  '/account/money': 'student',
  '/account/money/pay': 'student',
};

/** Whose area a page is of. */
export const areaOf = (path: string) =>
  /^\/(admin|instructor|student)(?=\/|$)/.exec(path)?.[1] as Role | undefined;

/** The role that opens a page, where that is not every visitor. */
export const roleOf = (path: string): Role | undefined => areaOf(path) ?? ACCOUNTS[path];

/** Pages whose scripts start on first use. */
export const isPublic = (path: string) =>
  !areaOf(path) && !/^\/(account|login|register|dashboard)/.test(path);
