import type { Page } from '@playwright/test';
import { ADMIN, INSTRUCTORS, STUDENT } from '#server/database/seed/people.ts';
import { callAs } from './areas.ts';
import { signIn } from './fixtures.ts';
import type { PageWorld } from './pages.ts';

type Row = { _id: string };

/** What the addresses of pages name in a demo school, for a role; leaves the admin signed in. */
export async function findWorld(
  page: Page,
  role: 'visitor' | 'student' | 'instructor' | 'admin',
): Promise<PageWorld> {
  const firstOf = async <T>(path: string) => {
    const all = await callAs<T[] | { items: T[] }>(page, 'GET', path);
    const [first] = Array.isArray(all) ? all : all.items;
    if (!first) throw new Error(`${path} is empty.`);
    return first;
  };
  await signIn(page, STUDENT.email);
  const enrolled = await firstOf<Row>(`/enrolledclasses/${STUDENT.email}`);
  const selected = await firstOf<{ classid: string }>(`/selectedclass/${STUDENT.email}`);
  const self = await firstOf<Row>('/learners');
  await signIn(page, ADMIN.email);
  const teachers = await callAs<(Row & { email: string })[]>(page, 'GET', '/instructor/all');
  const clara = teachers.find(({ email }) => email === INSTRUCTORS.clara.email);
  const classes = await callAs<(Row & { status: string; enrolledstudents: number })[]>(
    page,
    'GET',
    `/classes/find/${INSTRUCTORS.clara.email}`,
  );
  // One that visitors see, too, of which a family can be written to, and that has lessons: other tests add
  // empty ones.
  let own: (Row & { lessonid: string }) | undefined;
  for (const { _id, status, enrolledstudents } of classes) {
    if (own || status !== 'approved' || enrolledstudents === 0) continue;
    const [lesson] = await callAs<Row[]>(page, 'GET', `/class/${_id}/lessons`);
    if (lesson) own = { _id, lessonid: lesson._id };
  }
  if (!own) throw new Error('Clara teaches no approved class with lessons that anyone takes.');
  const message = { subject: 'The concert on Friday', text: 'It begins at six.' };
  const sent = await callAs(page, 'POST', '/messages', { to: { classid: own._id }, ...message });
  const evening = { name: 'Summer recital', day: '2091-06-12', starttime: '18:00', public: true };
  const recital = await callAs(page, 'POST', '/recitals', evening);
  return {
    classid: role === 'student' ? selected.classid : own._id,
    blogid: (await firstOf<Row>('/blog'))._id,
    teacherid: clara?._id ?? '',
    enrolmentid: enrolled._id,
    studentid: (await firstOf<Row>(`/users/search?q=${STUDENT.email}`))._id,
    roomid: (await firstOf<Row>('/rooms'))._id,
    messageid: sent.insertedId,
    lessonid: own.lessonid,
    learnerid: self._id,
    recitalid: recital.insertedId,
  };
}
