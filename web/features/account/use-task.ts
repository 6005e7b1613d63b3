import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from '#web/components/toasts.tsx';
import { identityFault } from '#web/lib/identity-faults.ts';

/** Runs one piece of work of the account page at a time, says how it went, and loads the page's data again. */
export function useTask() {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');

  /** Gives whether it worked; `done` is said then. */
  async function run(work: () => Promise<unknown>, done?: string): Promise<boolean> {
    setIsBusy(true);
    setProblem('');
    let isDone = true;
    try {
      await work();
      if (done) void toast('success', done);
      await revalidate();
    } catch (error) {
      isDone = false;
      setProblem(identityFault(error));
    }
    setIsBusy(false);
    return isDone;
  }

  return { isBusy, problem, setProblem, run };
}
