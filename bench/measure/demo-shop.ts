import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { callsTo, type Shop, type Student } from '#tests/support/enrolling.ts';

/* Classes and students of a demo that is reached by HTTP alone: by calls that every version has. */

const IDENTITY = '/identitytoolkit.googleapis.com/v1/accounts';
const API_KEY = 'cadenza-web';
const ADMIN = 'admin@cadenza.example';
const TEACHER = { name: 'Clara Winterbourne', email: 'clara@cadenza.example' };
const SEATS = 900;

/** Adds approved classes and signed-in students to a demo that listens at `url`. */
export async function stockDemo(url: string, count: { students: number; classes: number }): Promise<Shop> {
  const call = callsTo(url);
  const enter = async (way: 'signUp' | 'signInWithPassword', email: string, name?: string) => {
    const asked = { email, password: DEMO_PASSWORD, returnSecureToken: true };
    const { idToken } = await call('POST', `${IDENTITY}:${way}?key=${API_KEY}`, { body: asked });
    const token = String(idToken);
    await call('POST', '/api/users', { token, body: { email, ...(name && { name }) } });
    return String((await call('POST', '/api/jwt', { token, body: { email } })).token);
  };
  const admin = await enter('signInWithPassword', ADMIN);
  const teacher = await enter('signInWithPassword', TEACHER.email);
  const { cards } = await call('GET', '/config.json');

  const classes: string[] = [];
  for (let at = 0; at < count.classes; at++) {
    const draft = {
      classname: `Measured ${at}`,
      instructorname: TEACHER.name,
      instructoremail: TEACHER.email,
      image: '/art/class-violin-1.webp',
      availableseat: String(SEATS),
      price: '40',
      level: 'Beginner',
      group: 'Adults',
      description: 'A class for students who come to be counted.',
    };
    const { insertedId } = await call('POST', '/api/addclass', { token: teacher, body: draft });
    const classid = String(insertedId);
    await call('PUT', `/api/class/approved/${classid}`, { token: admin });
    classes.push(classid);
  }
  const students: Student[] = [];
  for (let at = 0; at < count.students; at++) {
    const email = `measured.${Date.now()}.${at}@mail.example`;
    students.push({ email, token: await enter('signUp', email, 'Mia Underwood') });
  }
  const { publishableKey } = cards as { publishableKey: string };
  return { call, publishableKey, students, classes };
}
