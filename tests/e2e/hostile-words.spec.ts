import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { BLOG_CATEGORIES } from '#contract/blogs/calls.ts';
import { CLASS_GROUPS, CLASS_LEVELS } from '#contract/classes/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { MISSED_RULES, type School } from '#contract/school/calls.ts';
import { TEXT_SLUGS } from '#contract/texts/calls.ts';
import { V1 } from '#contract/v1/calls.ts';
import { ADMIN, DEMO_PASSWORD, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { type Body, ELSEWHERE, type Field, hostileBodies, markOf } from '#tests/support/hostile-words.ts';
import { endSchool, type RunningSchool, signIn, startSchool, use } from './fixtures.ts';
import { addressesOf, areaOf, isPublic, type PageWorld, pagesOf, roleOf, type Values } from './pages.ts';

/*
 * Somebody writes words that would be scripts into every field of the school that takes words, and everybody
 * opens every page. Fields are found in the calls' schemas and pages in the routes; a call or a page whose
 * address needs something that is not named here fails.
 */

const TEACHER = INSTRUCTORS.clara;

/** What is known by the time a call is made. */
type World = PageWorld & {
  learnerid: string;
  questionid: string;
  /** By their kinds. */
  facts: Record<string, string>;
  schoolVersion: number;
};

/** Built-in values of a list, each with a name of the school's own. */
const named = (values: readonly string[]) => values.map((value) => ({ value, names: { en: value } }));

/** What a call's body says beside hostile words, where the example of its schema would be refused. */
const BODIES: { readonly [call: string]: (world: World, example: Body) => Body } = {
  addClass: () => ({
    level: 'Beginner',
    group: 'Kids',
    price: 12,
    priceunit: 'term',
    image: '/art/cello-480.webp',
    instructoremail: undefined,
    instrumentids: undefined,
  }),
  updateClass: () => ({
    level: 'Beginner',
    group: 'Kids',
    price: 12,
    priceunit: 'term',
    image: '/art/cello-480.webp',
    availableseat: 8,
    version: undefined,
    instrumentids: undefined,
    // The office’s to say; a series stands in its form alone.
    series: undefined,
    runsfrom: undefined,
    decideby: undefined,
    guestplaces: undefined,
    trialprice: undefined,
    billing: undefined,
  }),
  denyClass: () => ({ version: undefined }),
  addKey: () => ({ until: undefined, addresses: [] }),
  addBlog: () => ({ category: 'Study', image: '/art/cello-480.webp', state: 'published', publishat: null }),
  updateBlog: () => ({
    category: 'Study',
    image: '/art/cello-480.webp',
    state: 'published',
    publishat: null,
    version: 1,
  }),
  addLearner: () => ({ born: '2016-04-03' }),
  updateLearner: () => ({ born: '2016-04-03' }),
  writeProfile: () => ({ version: 1 }),
  writeText: () => ({ version: 0 }),
  writeContact: () => ({ phone: '+351 555 014 273', emergencyphone: '+351 555 014 274' }),
  updateSchool: ({ schoolVersion }) => ({
    version: schoolVersion,
    timezone: 'Europe/Lisbon',
    currency: undefined,
    enrolmentPrice: undefined,
    lists: {
      levels: named(CLASS_LEVELS),
      groups: named(CLASS_GROUPS),
      categories: named(BLOG_CATEGORIES),
    },
    logo: undefined,
    ...MISSED_RULES,
  }),
  addFact: (_, { kind }) => FACTS[String(kind)] ?? {},
  updateFact: (_, { kind }) => FACTS[String(kind)] ?? {},
  // The class is not approved yet.
  askQuestion: () => ({ classid: undefined, email: undefined, name: undefined }),
  addRoom: () => ({ places: 4, siteid: null }),
  updateRoom: () => ({ places: 1000, siteid: null }),
  addRecital: () => ({ day: '2091-06-12', starttime: '18:00', roomid: null, public: true }),
  updateRecital: () => ({ day: '2091-06-12', starttime: '18:00', roomid: null, public: true }),
  addInstrument: () => ({ image: '/art/cello-480.webp' }),
  updateInstrument: () => ({ image: '/art/cello-480.webp' }),
  teacherAway: () => AWAY,
  addTerm: () => FAR_DAYS,
  updateTerm: () => FAR_DAYS,
  addClosure: () => ({ ...FAR_DAYS, roomid: null, teacherid: null }),
  updateClosure: () => ({ ...FAR_DAYS, roomid: null, teacherid: null }),
};

/** On which nothing is planned. */
const FAR_DAYS = { firstday: '2091-01-08', lastday: '2091-03-23' };
const AWAY = { firstday: '2091-05-01', lastday: '2091-05-02', lessons: [] };

/** What a fact of a kind cannot be without. */
const FACTS: Readonly<Record<string, Body>> = { event: { day: '2026-12-05' }, number: { words: '12' } };

/**
 * Whose address a call needs: what stands for its `:id` or `:slug` where that is not what another call of
 * `/rooms` has added, and where one is not enough.
 */
const ADDRESSES: Values<World, Body> = {
  '/class/update/:id': ({ classid }) => [classid],
  '/class/feedback/:id': ({ classid }) => [classid],
  '/blogs/:id': ({ blogid }) => [blogid],
  '/instructors/:id': ({ teacherid }) => [teacherid],
  '/teachers/:id/away': ({ teacherid }) => [teacherid],
  // The demo has written what holds for absences.
  '/texts/:slug': () => TEXT_SLUGS.filter((slug) => slug !== 'absence'),
  '/learners/:id': ({ learnerid }) => [learnerid],
  '/school/facts/:id': ({ facts }, { kind }) => [facts[String(kind)] ?? ''],
  '/questions/:id/answer': ({ questionid }) => [questionid],
};

/** Who writes them, where that is nobody who works for the school. */
const WRITERS: { readonly [call: string]: keyof typeof ACTORS } = {
  updateLearner: 'student',
  askQuestion: 'student',
};

/** Calls that take words and are not made here, each with the reason. */
const OTHERS: { readonly [call: string]: string } = {
  denyClass: 'Takes the class off the pages; its words are kept where those of the feedback are.',
  noteAbsence: 'Needs a place in a class; its own says what is shown of it, in `catchups.spec.ts`.',
  bookCatchUp: 'Takes ids.',
  bookTrial: 'Takes ids.',
  consentToRecital: 'Takes ids.',
  fillNextEvent: 'Takes an id.',
  savePieces:
    'Needs a learner; its words stand as text on pages, and `recitals.test.ts` has the printed one.',
  decideClass: 'Takes a yes or no.',
  callOff: 'Takes the class off the pages; its own says the reason as text, in `call-off.spec.ts`.',
  sendCircular: 'Goes out in mails, and its own says what is shown of it, in `messages.spec.ts`.',
  addInvitation: 'Its name is kept where those of accounts are once it is accepted.',
  acceptInvitation: 'Needs the link of a mail; its name is kept where that of a profile is.',
  addFamily: 'Adds an account and children, whose words are tried by other calls.',
  updateFamily: 'The same; the office’s own note stands beside them, as text.',
  addLearnerOf: 'Adds a child, as another call does.',
  updateLearnerOf: 'Changes a child, as another call does.',
  enrolByHand: 'Needs a family; its reason is shown as text, on the receipt and in the log.',
  openClaimedAccount: 'Needs the link of a mail; its name is kept where that of a profile is.',
  addReviewNote: 'Needs a class that waits; `reviews.spec.ts` has what is shown of it, as text.',
  answerReviewNote: 'The same.',
  addWebhook: 'Takes a web address, which holds no such signs.',
  giveBusy: 'The same.',
  addWish: 'Takes ids, values of lists, days and hours.',
  inviteWishers: 'Takes an id.',
  redeliverMessages: 'Takes two moments.',
  copyTerm: 'Names a term, as another call does.',
  changePlans: 'Takes days, times and ids.',
  roomAway: 'Says why, as the call for a teacher does.',
  moveLesson: 'Needs a lesson; its reason stands beside it, as text.',
  cancelLesson: 'The same.',
  writeLessonNotes: 'Needs a lesson; `materials.test.ts` has what its Markdown becomes.',
  addLessonFile: 'Takes a file, whose name `materials.test.ts` has.',
  markRegister: 'Needs a lesson; its note stands beside it, as text.',
  handOverClass: 'Compares an address.',
  readImportTable: 'Takes a file and answers the admin who sent it alone.',
  importFamilies:
    'Takes a file; what it brings are accounts and children, whose words are tried by other calls.',
  exportUnfitLines: 'Takes a file and answers it as a file.',
  updateBillingSettings: 'Its words stand on invoices, which are no pages.',
  bill: 'Takes days and ids.',
  remindDebtor: 'Takes a key.',
  payInvoices: 'Takes ids.',
  startInstalments: 'Takes a number.',
  markInstalmentPaid: 'Takes a key.',
  recordPaidInvoices: 'Takes ids.',
  saveCard: 'Takes an id.',
  takeCard: 'Takes an id.',
  createPaymentIntent: 'Takes ids, and a code that is compared.',
  checkout: 'The same.',
  enrolFree: 'The same.',
  addDiscount: 'Takes a code of letters and digits.',
  selectTogether: 'Takes ids.',
  joinWaitlistTogether: 'Takes ids.',
  mergeFamilies: 'Takes ids.',
  movePlace: 'Takes ids.',
  recordMovement: 'Takes a key that nothing shows.',
  giveBack: 'Takes a key that nothing shows.',
  addCharge: 'Needs a family; what it is for is shown as text, on the statement and in the log.',
  reverseCharge: 'Takes a key that nothing shows.',
  issueInvoice: 'Takes ids.',
  voidInvoice: 'Needs an invoice; its reason stands in the PDF of the credit note alone.',
  markPaid: 'Takes a key that nothing shows.',
  markReturned: 'Takes a key that nothing shows.',
  signInUser: 'Made by every way in: with the words as a name, below.',
  previewMarkdown: 'Answers its writer alone, by the renderer of posts and texts.',
};

/** Words that come with an address instead of a body. */
const TYPED = encodeURIComponent(
  `"'><img id=hostile src=x onerror=hostile(0)></script><script>hostile(0)</script>`,
);
const SEARCHES = [
  `/classes?q=${TYPED}`,
  `/blogs?q=${TYPED}`,
  `/classes?level=${TYPED}`,
  // What was written first stands on a later page of the whole log.
  `/admin/log?about=class`,
  `/admin/questions?answered=1`,
  `/no-such-page/${TYPED}`,
];

let school: RunningSchool;
let world: World;
const fields: Field[] = [];
const NAME = `<img id=hostile src=x onerror=hostile(0)>`;

test.beforeAll(async ({ browser }) => {
  school = await startSchool({ ENROLMENT_PRICE: '0' });
  await writeEverywhere(browser);
});
test.afterAll(() => endSchool(school));

type Answer = { status: number; body: { insertedId?: string } & Record<string, unknown> };
type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>;
const ACTORS = { admin: ADMIN, instructor: TEACHER, student: STUDENT } as const;

/** Somebody's browser, under a name and on a device that are hostile too. */
async function open(browser: Browser, role?: keyof typeof ACTORS): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: school.url,
    ...(role === 'student' && { userAgent: `Mozilla/5.0 ${NAME}` }),
  });
  if (role) {
    const page = await context.newPage();
    await signIn(page, ACTORS[role].email);
    await page.close();
  }
  return context;
}

async function callerOf(browser: Browser, role: keyof typeof ACTORS): Promise<Caller> {
  const context = await open(browser, role);
  const page = await context.newPage();
  await page.goto('/robots.txt');
  const token = await page.evaluate(() => localStorage.getItem('access-token'));
  return async (method, path, body) => {
    const answer = await context.request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { data: body }),
    });
    return { status: answer.status(), body: await answer.json() };
  };
}

/** Gives the three demo accounts hostile names, as their own sign-in would. */
async function rename(browser: Browser) {
  const { request } = await browser.newContext({ baseURL: school.url });
  const identity = async (operation: string, data: object) =>
    (
      await request.post(`/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=cadenza-web`, { data })
    ).json();
  for (const { email, name } of Object.values(ACTORS)) {
    const { idToken } = await identity('signInWithPassword', {
      email,
      password: DEMO_PASSWORD,
      returnSecureToken: true,
    });
    const displayName = `${name} ${NAME}`;
    await identity('update', { idToken, displayName });
    const headers = { authorization: `Bearer ${idToken}` };
    expect((await request.post('/api/users', { headers, data: { email, name: displayName } })).status()).toBe(
      200,
    );
  }
}

function roleFor(access: Endpoint['config']['access']): keyof typeof ACTORS | undefined {
  if (typeof access === 'string') return undefined;
  return 'instructor' in access ? 'instructor' : 'admin' in access ? 'admin' : 'student';
}

async function writeEverywhere(browser: Browser) {
  await rename(browser);
  const call = {
    admin: await callerOf(browser, 'admin'),
    instructor: await callerOf(browser, 'instructor'),
    student: await callerOf(browser, 'student'),
  };
  const idOf = async (email: string) => {
    const { items } = (await call.admin('GET', `/users/search?q=${email}`)).body as {
      items: { _id: string }[];
    };
    return items[0]?._id ?? '';
  };
  const { version: schoolVersion, facts } = (await call.admin('GET', '/school')).body as unknown as School;
  world = {
    classid: '',
    blogid: '',
    enrolmentid: '',
    learnerid: '',
    questionid: '',
    studentid: await idOf(STUDENT.email),
    teacherid: await idOf(TEACHER.email),
    facts: {},
    schoolVersion,
    roomid: '',
    recitalid: '',
    // None is sent: the address is that of the list.
    messageid: '',
    // None is made: its page says that there is no such lesson.
    lessonid: 'none',
  };
  const made: { [url: string]: string } = {};
  // Of voices home shows the first three.
  for (const { _id } of facts) expect((await call.admin('DELETE', `/school/facts/${_id}`)).status).toBe(200);
  const writing = Object.entries<Endpoint>(endpoints)
    // What programs write is written by a call that is tried.
    .filter(([name, { method, url }]) => method !== 'GET' && !url.startsWith(V1) && !(name in OTHERS))
    // What is made first can be changed after.
    .toSorted(([, one], [, other]) => Number(one.method !== 'POST') - Number(other.method !== 'POST'));
  for (const [name, endpoint] of writing) {
    const said = (example: Body) => BODIES[name]?.(world, example) ?? {};
    for (const body of hostileBodies(name, endpoint, { fields, said })) {
      const { access } = endpoint.config;
      const role = WRITERS[name] ?? roleFor(access);
      if (!role) throw new Error(`${name}: who writes the words?`);
      const added = made[endpoint.url.replace(/\/:id$/, '')];
      const known = added ? { [endpoint.url]: () => [added], ...ADDRESSES } : ADDRESSES;
      for (const path of addressesOf(endpoint.url, known, world, body)) {
        const answer = await call[role](endpoint.method, path, body);
        expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200);
        const id = answer.body.insertedId ?? '';
        if (id) made[path] = id;
        if (name === 'addClass') world.classid = id;
        if (name === 'addBlog') world.blogid = id;
        if (name === 'addRoom') world.roomid = id;
        if (name === 'addRecital') world.recitalid = id;
        if (name === 'addLearner') world.learnerid = id;
        if (name === 'askQuestion') world.questionid = id;
        if (name === 'addFact') world.facts[String(body.kind)] = id;
      }
    }
  }
  const { classid } = world;
  expect((await call.admin('PUT', `/class/approved/${classid}`)).status).toBe(200);
  const select = { classid, email: STUDENT.email, enrolled: false };
  expect((await call.student('POST', '/select/class/', select)).status).toBe(200);
  expect((await call.student('POST', `/enrol/${classid}`)).status).toBe(200);
  const enrolled = (await call.student('GET', `/enrolledclasses/${STUDENT.email}`)).body as unknown as {
    _id: string;
    result: { _id: string }[];
  }[];
  world.enrolmentid = enrolled.find(({ result }) => result[0]?._id === classid)?._id ?? '';
}

/** What of a document is made of hostile words, past their text. Runs in the browser. */
function findMade([root, elsewhere]: [Document | null, string]): string[] {
  const document_ = root ?? document;
  return [...document_.querySelectorAll('*')].flatMap((element) => {
    const made: string[] = [];
    if (element.id === 'hostile') made.push('an element');
    if (element.tagName === 'SCRIPT' && /^\s*(parent\.)?hostile\(/.test(element.textContent))
      made.push('a script');
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) && value.includes('hostile')) made.push(`the attribute ${name}`);
      if (/^(src|srcset|href|action|formaction|srcdoc|data|style)$/i.test(name)) {
        if (/^\s*javascript:/i.test(value) || value.includes(`//${elsewhere}`))
          made.push(`the address ${name}=${value}`);
      }
    }
    return made.map((one) => `${one} in ${element.outerHTML.slice(0, 160)}`);
  });
}

/** Opens a page and gives what hostile words did there, and which of them it shows. */
async function look(page: Page, path: string, seen: Set<number>): Promise<string[]> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  // The heading of an area's page stands while what the page shows is still on its way.
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  if (isPublic(path)) await use(page);
  const made = await page.evaluate(findMade, [null, ELSEWHERE] as [null, string]);
  const shown = await page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    );
    const scripts = [...document.querySelectorAll('body script')].map((script) => script.textContent);
    // Data of the page in scripts is not what people see.
    return (
      scripts.reduce((text, script) => text.replace(script, ''), document.body.textContent) + typed.join(' ')
    );
  });
  for (const { at } of fields) if (shown.includes(markOf(at))) seen.add(at);
  return made.map((one) => `${path}: ${one}`);
}

test('nothing that somebody writes is more than text on any page', async ({ browser }) => {
  // Some hundred pages.
  test.setTimeout(180_000);
  expect(fields.length).toBeGreaterThan(10);
  const faults: string[] = [];
  const seen = new Set<number>();
  const pages = [...pagesOf(world), ...SEARCHES];
  const visits = Map.groupBy(pages, (path) => roleOf(path));
  const visit = async (role: keyof typeof ACTORS | undefined, paths: readonly string[]) => {
    const context = await open(browser, role);
    await context.exposeFunction('hostile', (at: number) =>
      faults.push(`${role ?? 'visitor'}: a script of field ${at} ran`),
    );
    context.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
    context.on('request', (request) => {
      if (new URL(request.url()).host === ELSEWHERE) faults.push(`asks ${request.url()}`);
    });
    const page = await context.newPage();
    for (const path of paths) faults.push(...(await look(page, path, seen)));
    await context.close();
  };
  await Promise.all([...visits].map(([role, paths]) => visit(role, paths)));
  expect(faults).toEqual([]);
  // What was added is changed after, under the same names.
  const shown = new Set(fields.filter(({ at }) => seen.has(at)).map(({ path }) => path));
  expect(fields.filter(({ path }) => !shown.has(path))).toEqual([]);
});

test('the server’s own HTML and the feeds hold them as text too', async ({ page, request }) => {
  const html = [...pagesOf(world), ...SEARCHES].filter((path) => !areaOf(path));
  await page.goto(`${school.url}/robots.txt`);
  for (const path of html) {
    const text = await (await request.get(`${school.url}${path}`)).text();
    const made = await page.evaluate(
      ({ text, elsewhere, find }) => {
        const parsed = new DOMParser().parseFromString(text, 'text/html');
        return new Function(`return (${find})`)()([parsed, elsewhere]);
      },
      { text, elsewhere: ELSEWHERE, find: findMade.toString() },
    );
    expect(made, path).toEqual([]);
  }
  for (const path of ['/blogs.atom', '/sitemap.xml']) {
    const text = await (await request.get(`${school.url}${path}`)).text();
    const broken = await page.evaluate(
      (xml) =>
        new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror, [id=hostile]')
          ?.textContent,
      text,
    );
    expect(broken, path).toBeUndefined();
  }
});
