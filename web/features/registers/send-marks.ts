import { apiErrorOf } from '#contract/client.ts';
import { MARKS_MAX, registerCalls } from '#contract/registers/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { retrySession } from '#web/lib/session/retry-session.ts';
import { currentSession, sessionReady } from '#web/lib/session/session.ts';
import { keepMarks, readMarks, removeMarks, type WaitingMark } from './kept.ts';
import { knownRegisters, noteMarked, publish, refreshRegister, showMarks, tellTabs } from './registers.ts';

/*
 * Sends what waits, the oldest first, one tab at a time. A mark is removed once the school has answered: what was on
 * its way when the tab was closed is sent again, and the school takes the same twice as once.
 */

const api = apiOf(registerCalls);

const RETRY_FIRST_MS = 2000;
const RETRY_MOST_MS = 60_000;

let isSending = false;
let isAskedAgain = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends all that waits of the account that is signed in. Never rejects. */
export async function sendMarks(): Promise<void> {
  if (isSending) {
    isAskedAgain = true;
    return;
  }
  isSending = true;
  clearTimeout(timer);
  do {
    isAskedAgain = false;
    await alone(sendAll).catch(() => waitForNetwork());
  } while (isAskedAgain && knownRegisters().sending === 'idle');
  isSending = false;
}

/** While no other tab does the same. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('registers', work) : work();

async function sendAll() {
  if (currentSession().state === 'failed') await retrySession();
  const session = await sessionReady();
  if (session.state === 'failed') return waitForNetwork();
  if (session.state !== 'signed-in') return publish({ sending: 'ended' });
  for (;;) {
    const run = nextRun(await readMarks(), session.user._id);
    if (!run) break;
    publish({ sending: 'sending' });
    const wentOn = await sendRun(run);
    if (!wentOn) return;
  }
  failures = 0;
  showMarks(await readMarks());
  publish({ sending: 'idle' });
  waitForHeld();
}

/** The oldest marks that wait of an account, as far as they are of one lesson. */
export function nextRun(marks: readonly WaitingMark[], userid: string): readonly WaitingMark[] | undefined {
  const own = marks.filter(
    (one) => one.userid === userid && !one.refused && (one.heldUntil ?? 0) <= Date.now(),
  );
  const [first] = own;
  if (!first) return undefined;
  const end = own.findIndex(({ lessonid }) => lessonid !== first.lessonid);
  return own.slice(0, end === -1 ? own.length : end).slice(0, MARKS_MAX);
}

/** What is sent of them: of each student the last. */
export const bodyOf = (run: readonly WaitingMark[]) => [
  ...new Map(
    run.map(({ learnerid, state, markedat }) => [
      learnerid,
      { learnerid, state, markedat: new Date(markedat).toISOString() },
    ]),
  ).values(),
];

/** Gives whether there is a reason to go on with the next. */
async function sendRun(run: readonly WaitingMark[]): Promise<boolean> {
  const lessonid = run[0]?.lessonid ?? '';
  try {
    const answer = await api.markRegister({ params: { id: lessonid }, body: { marks: bodyOf(run) } });
    await noteMarked(lessonid, answer);
    await removeMarks(run.map(({ id }) => id));
    const sent = new Set(run.map(({ id }) => id));
    publish({ marks: knownRegisters().marks.filter(({ id }) => !sent.has(id)) });
    tellTabs();
    return true;
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (!refusal) throw error;
    if (currentSession().state !== 'signed-in' || refusal.kind === 'signed-out') {
      publish({ sending: 'ended' });
      return false;
    }
    if (['silence', 'too-many'].includes(refusal.kind) || refusal.code === 'second-factor-required') {
      waitForNetwork();
      return false;
    }
    await setAside(run, refusal.code);
    return true;
  }
}

/**
 * What the school does not take is set aside, with the reason, and the rest goes on. Where students have left the
 * lesson it is their marks alone.
 */
async function setAside(run: readonly WaitingMark[], code: string) {
  let refused = run;
  if (code === 'not-in-lesson') {
    const { rows } = await refreshRegister(run[0]?.lessonid ?? '');
    const present = new Set(rows.map(({ learnerid }) => learnerid));
    const gone = run.filter(({ learnerid }) => !present.has(learnerid));
    if (gone.length > 0) refused = gone;
  }
  await keepMarks(refused.map((one) => ({ ...one, refused: code })));
  showMarks(await readMarks());
  tellTabs();
}

function waitForNetwork() {
  publish({ sending: 'waiting' });
  const wait = Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MOST_MS);
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(sendMarks, wait * (0.75 + Math.random() / 2));
}

/** Once the marks that can still be taken back no longer can, they are sent. */
function waitForHeld() {
  const held = knownRegisters().marks.flatMap(({ heldUntil, refused }) =>
    heldUntil === undefined || refused ? [] : [heldUntil],
  );
  if (held.length === 0) return;
  clearTimeout(timer);
  timer = setTimeout(sendMarks, Math.max(0, Math.min(...held) - Date.now()) + 50);
}

/** Tries again at once, whatever had been waited for. */
export function sendNow() {
  failures = 0;
  void sendMarks();
}
