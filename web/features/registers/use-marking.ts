import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type AttendanceState, type Register, registerCalls } from '#contract/registers/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import type { WaitingMark } from './kept.ts';
import { HOLD_MS, momentsOf, rowsOf } from './rows.ts';

const api = apiOf(registerCalls);

/** The office’s marks wait for no account: the page keeps none. */
const userid = '';
const NONE: ReadonlySet<string> = new Set();

/**
 * The register of a lesson that is marked where there is a network: each mark is sent as it is made, and those made
 * meanwhile together after it. Those of a whole class are held for a moment in which they can be taken back. One
 * that the school does not take is shown no more, and `problem` says why. `behind`: how far this device's clock is
 * behind the school's.
 */
export function useMarking(register: Register, behind: number) {
  const lessonid = register.lesson._id;
  const [rows, setRows] = useState(register.rows);
  const [marks, setMarks] = useState<readonly WaitingMark[]>([]);
  const [replaced, setReplaced] = useState(NONE);
  const [problem, setProblem] = useState('');
  const seen = useRef({ rows, marks });
  useEffect(() => {
    seen.current = { rows, marks };
  }, [rows, marks]);
  const next = useRef<readonly WaitingMark[]>([]);
  const isSending = useRef(false);

  const sendAll = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    while (next.current.length > 0) {
      const run = next.current;
      next.current = [];
      const outcome = await attempt(
        api.markRegister({ params: { id: lessonid }, body: { marks: run.map(bodyOf) } }),
      );
      if (outcome.isDone) {
        setRows(outcome.answer.rows);
        setReplaced(new Set(outcome.answer.older));
      } else setProblem(outcome.problem);
      setMarks((all) => all.filter((one) => !run.includes(one)));
    }
    isSending.current = false;
  }, [lessonid]);

  const send = useCallback(
    (made: readonly WaitingMark[]) => {
      next.current = [...next.current, ...made];
      void sendAll();
    },
    [sendAll],
  );
  const { held, keep, drop } = useHeld(send);

  const make = useCallback(
    (learnerids: readonly string[], state: AttendanceState) => {
      const momentOf = momentsOf({ lessonid, ...seen.current, userid, now: Date.now() + behind });
      const made = learnerids.map((learnerid) => ({
        id: learnerid,
        userid,
        lessonid,
        learnerid,
        state,
        markedat: momentOf(learnerid),
      }));
      // One that is held would be sent later, as older than this one.
      const overtaken = drop(({ learnerid }) => learnerids.includes(learnerid));
      setMarks((all) => [...all.filter((one) => !overtaken.includes(one)), ...made]);
      setProblem('');
      return made;
    },
    [lessonid, behind, drop],
  );
  const mark = useCallback(
    (learnerids: readonly string[], state: AttendanceState) => send(make(learnerids, state)),
    [send, make],
  );
  const hold = (learnerids: readonly string[], state: AttendanceState) => keep(make(learnerids, state));
  function takeBack() {
    const gone = drop(() => true);
    setMarks((all) => all.filter((one) => !gone.includes(one)));
  }
  useAskBeforeClosing(marks.length > 0);

  const shown = useMemo(
    () => rowsOf({ ...register, rows }, { marks, userid, replaced }),
    [register, rows, marks, replaced],
  );
  return { rows: shown, waiting: marks.length, held, problem, mark, hold, takeBack };
}

/** Marks that are sent after a moment, and before that where the page is left. */
function useHeld(send: (marks: readonly WaitingMark[]) => void) {
  const [held, setHeld] = useState<readonly WaitingMark[]>([]);
  const now = useRef<readonly WaitingMark[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const put = useCallback((marks: readonly WaitingMark[]) => {
    now.current = marks;
    setHeld(marks);
  }, []);
  const letGo = useCallback(() => {
    clearTimeout(timer.current);
    if (now.current.length > 0) send(now.current);
    put([]);
  }, [send, put]);
  const keep = (marks: readonly WaitingMark[]) => {
    put([...now.current, ...marks]);
    clearTimeout(timer.current);
    timer.current = setTimeout(letGo, HOLD_MS);
  };
  const drop = useCallback(
    (isDropped: (mark: WaitingMark) => boolean) => {
      const gone = now.current.filter(isDropped);
      if (gone.length > 0) put(now.current.filter((one) => !gone.includes(one)));
      return gone;
    },
    [put],
  );
  useEffect(() => {
    const look = () => document.visibilityState === 'hidden' && letGo();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      letGo();
    };
  }, [letGo]);
  return { held, keep, drop };
}

/** The browser asks before it closes a page that has something to send. */
function useAskBeforeClosing(hasUnsent: boolean) {
  useEffect(() => {
    if (!hasUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasUnsent]);
}

const bodyOf = ({ learnerid, state, markedat }: WaitingMark) => ({
  learnerid,
  state,
  markedat: new Date(markedat).toISOString(),
});
