import { useEffect, useRef, useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import { type UserPage, userCalls } from '#contract/users/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { wentWrong } from '#web/lib/api/wire.ts';

const api = apiOf(userCalls);

const TYPING_MS = 300;

/** The first instructors who are found for `q`. */
export const findInstructors = (q?: string): Promise<UserPage> =>
  api.searchUsers({ querystring: { role: 'instructor', q } });

/** Searches instructors by the words that are typed; before that it shows `first`. */
export function useInstructorSearch(first: UserPage) {
  const [found, setFound] = useState<UserPage>(first);
  const [problem, setProblem] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  async function ask(q: string) {
    try {
      const page = await findInstructors(q);
      if (latest.current !== q) return;
      setFound(page);
      setProblem('');
    } catch (error) {
      if (latest.current === q) setProblem(apiErrorOf(error)?.message ?? wentWrong());
    }
  }
  function search(q: string) {
    clearTimeout(timer.current);
    latest.current = q;
    timer.current = setTimeout(() => void ask(q), TYPING_MS);
  }
  return { ...found, problem, search };
}
