import { useCallback, useMemo, useRef, useState } from 'react';
import { type AttendanceState, type Register, registerCalls } from '#contract/registers/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import type { WaitingMark } from './kept.ts';
import { rowsOf } from './rows.ts';

const api = apiOf(registerCalls);

/** The office’s marks wait for no account: the page keeps none. */
const userid = '';
const NONE: ReadonlySet<string> = new Set();

/**
 * The register of a lesson that is marked where there is a network: each mark is sent as it is made, and those made
 * meanwhile together after it. One that the school does not take is shown no more, and `problem` says why. `behind`:
 * how far this device's clock is behind the school's.
 */
export function useMarking(register: Register, behind: number) {
  const lessonid = register.lesson._id;
  const [rows, setRows] = useState(register.rows);
  const [marks, setMarks] = useState<readonly WaitingMark[]>([]);
  const [replaced, setReplaced] = useState(NONE);
  const [problem, setProblem] = useState('');
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

  const mark = useCallback(
    (learnerids: readonly string[], state: AttendanceState) => {
      const made = learnerids.map((learnerid) => ({
        id: learnerid,
        userid,
        lessonid,
        learnerid,
        state,
        markedat: Date.now() + behind,
      }));
      next.current = [...next.current, ...made];
      setMarks((all) => [...all, ...made]);
      setProblem('');
      void sendAll();
    },
    [lessonid, behind, sendAll],
  );
  const shown = useMemo(
    () => rowsOf({ ...register, rows }, { marks, userid, replaced }),
    [register, rows, marks, replaced],
  );
  return { rows: shown, waiting: marks.length, problem, mark };
}

const bodyOf = ({ learnerid, state, markedat }: WaitingMark) => ({
  learnerid,
  state,
  markedat: new Date(markedat).toISOString(),
});
