import { useEffect, useRef, useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import type { ListedUser, UserPage } from '#contract/users/calls.ts';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { wentWrong } from '#web/lib/api/wire.ts';

const api = apiOf(userOfficeCalls);

const TYPING_MS = 300;

/** Who teaches can sign in, so has an address. */
type Instructor = ListedUser & { email: string };
export type InstructorPage = Omit<UserPage, 'items'> & { items: Instructor[] };

/** The first instructors who are found for `q`. */
export async function findInstructors(q?: string): Promise<InstructorPage> {
  const { items, ...page } = await api.searchUsers({ querystring: { role: 'instructor', q } });
  return { ...page, items: items.filter((user): user is Instructor => user.email !== null) };
}

/** Searches instructors by the words that are typed; before that it shows `first`. */
export function useInstructorSearch(first: InstructorPage) {
  const [found, setFound] = useState<InstructorPage>(first);
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
