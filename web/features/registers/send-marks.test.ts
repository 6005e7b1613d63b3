import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { RegisterRow } from '#contract/registers/calls.ts';
import type { SignedInUser } from '#contract/users/calls.ts';
import '#web/lib/session/session.test-support.ts';
import { publishSession } from '#web/lib/session/session.ts';
import { keepMarks, readMarks, removeMarks, type WaitingMark } from './kept.ts';
import { knownRegisters, publish, readKept } from './registers.ts';
import { sendMarks } from './send-marks.ts';

const ME = {
  _id: 'me',
  name: 'Clara',
  photoURL: null,
  role: 'instructor',
  email: 'c@x.example',
  language: null,
};
const NOW = Date.now();

const waiting = (id: string, more: Partial<WaitingMark> = {}): WaitingMark => ({
  id,
  userid: 'me',
  lessonid: 'first',
  learnerid: id,
  state: 'present',
  markedat: NOW,
  ...more,
});

type Sent = { lessonid: string; marks: { learnerid: string; state: string; markedat: string }[] };
type Answer = { status: number; body: object };
let sent: Sent[] = [];
let answer: (call: Sent) => Answer | undefined;
let inLesson: string[] = [];

const rowsNow = () => inLesson.map((learnerid) => ({ learnerid, learnername: learnerid }) as RegisterRow);
const registerNow = (id: string) => ({ lesson: { _id: id }, closed: false, rows: rowsNow() });
const refusal = (status: number, code: string): Answer => ({ status, body: { status, code, detail: code } });

beforeEach(() => {
  window.cadenza = inject('clientConfig');
  vi.stubGlobal('indexedDB', { deleteDatabase: vi.fn() });
  sent = [];
  answer = () => undefined;
  publishSession({ state: 'signed-in', user: ME as SignedInUser });
  publish({ sending: 'idle', replaced: new Map(), registers: new Map() });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const lessonid = /lessons\/([^/]+)/.exec(String(input))?.[1] ?? '';
    const servertime = new Date().toISOString();
    if (init?.method !== 'PUT') return Response.json({ ...registerNow(lessonid), servertime });
    const call = { lessonid, marks: JSON.parse(String(init.body)).marks };
    sent.push(call);
    const { status, body } = answer(call) ?? {
      status: 200,
      body: { servertime, rows: rowsNow(), older: [] },
    };
    return Response.json(body, { status });
  });
});
afterEach(async () => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await removeMarks((await readMarks()).map(({ id }) => id));
});

async function send(...marks: WaitingMark[]) {
  await keepMarks(marks);
  await readKept();
  await sendMarks();
  return (await readMarks()).map(({ id }) => id);
}

test('the oldest is sent first, lesson by lesson, of each student the last mark', async () => {
  const left = await send(
    waiting('late', { lessonid: 'second', markedat: NOW - 1000 }),
    waiting('one', { learnerid: 'ana', markedat: NOW - 3000 }),
    waiting('two', { learnerid: 'ana', state: 'absent', markedat: NOW - 2000 }),
    waiting('three', { learnerid: 'ben', markedat: NOW }),
  );
  expect(
    sent.map(({ lessonid, marks }) => [lessonid, ...marks.map((one) => `${one.learnerid} ${one.state}`)]),
  ).toEqual([
    ['first', 'ana absent'],
    ['second', 'late present'],
    ['first', 'ben present'],
  ]);
  expect(left).toEqual([]);
  expect(knownRegisters()).toMatchObject({ sending: 'idle', marks: [] });
});

test('what got no answer waits, and is sent again with the same moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answer = () => (sent.length === 1 ? refusal(503, 'database-unavailable') : undefined);
  expect(await send(waiting('ana'))).toEqual(['ana']);
  expect(knownRegisters().sending).toBe('waiting');
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(knownRegisters().sending).toBe('idle'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(await readMarks()).toEqual([]);
});

test('of a student who has left the lesson the mark is set aside, and the rest is sent', async () => {
  inLesson = ['ana'];
  answer = ({ marks }) =>
    marks.some(({ learnerid }) => learnerid !== 'ana') ? refusal(400, 'not-in-lesson') : undefined;
  expect(await send(waiting('ana'), waiting('gone'))).toEqual(['gone']);
  expect(sent.at(-1)?.marks.map(({ learnerid }) => learnerid)).toEqual(['ana']);
  expect(knownRegisters().marks).toMatchObject([{ id: 'gone', refused: 'not-in-lesson' }]);
  // Not tried again.
  await sendMarks();
  expect(sent).toHaveLength(2);
});

test('a lesson whose register is closed holds up no other', async () => {
  answer = ({ lessonid }) => (lessonid === 'first' ? refusal(409, 'register-closed') : undefined);
  const left = await send(waiting('ana', { markedat: NOW - 1000 }), waiting('ben', { lessonid: 'second' }));
  expect(left).toEqual(['ana']);
  expect(knownRegisters().marks).toMatchObject([{ refused: 'register-closed' }]);
});

test('marks of another account wait for it', async () => {
  expect(await send(waiting('theirs', { userid: 'other' }), waiting('mine'))).toEqual(['theirs']);
  expect(sent).toHaveLength(1);
});

test('without a sign-in all of them wait', async () => {
  publishSession({ state: 'signed-out', notice: 'Your session has ended.' });
  expect(await send(waiting('ana'))).toEqual(['ana']);
  expect(sent).toEqual([]);
  expect(knownRegisters().sending).toBe('ended');
});

test('marks that can be taken back are sent a moment later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const held = waiting('ana', { heldUntil: Date.now() + 8000 });
  expect(await send(held)).toEqual(['ana']);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(9000);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

test('whose newer mark of another device stands is known', async () => {
  answer = () => ({
    status: 200,
    body: { servertime: new Date().toISOString(), rows: [], older: ['ana'] },
  });
  await send(waiting('ana'));
  expect([...(knownRegisters().replaced.get('first') ?? [])]).toEqual(['ana']);
});
