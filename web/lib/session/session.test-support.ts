import { afterEach, beforeEach, inject, vi } from 'vitest';
import type { ClientConfig } from '#contract/config/calls.ts';
import { clearSession } from './clear-session.ts';
import { publishSession } from './session.ts';
import { register } from './sign-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clientConfig: ClientConfig;
  }
}

const PASSWORD = 'Correct-horse1';
let people = 0;

/** Puts each test of a file on a page of a school that really listens, signed out. */
export function onSchoolPage() {
  beforeEach(() => {
    const config = inject('clientConfig');
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(config.origin);
    window.cadenza = config;
    localStorage.clear();
    publishSession({ state: 'loading' });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await clearSession();
  });
}

/** Signs up a new account. */
export async function signUp() {
  const email = `${crypto.randomUUID()}@test.example`;
  await register({ email, password: PASSWORD, name: `Ana ${++people}` });
  return { email, password: PASSWORD };
}

/** From now on calls to `path` are answered by `answer` in the school's place; gives how many there were. */
export function answerInstead(path: string, answer: () => Promise<Response>) {
  const { fetch } = globalThis;
  const calls = { count: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).endsWith(path)) return fetch(input, init);
    calls.count += 1;
    return answer();
  });
  return calls;
}

export const nobodyAnswers = () => Promise.reject(new TypeError('Failed to fetch'));
