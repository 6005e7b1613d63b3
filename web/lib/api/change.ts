import { useId, useState } from 'react';
import { data, useSubmit } from 'react-router';
import { type ApiError, apiErrorOf } from '#contract/client.ts';
import { toast } from '#web/components/layout/toasts.tsx';
import { wentWrong } from './wire.ts';

/*
 * The one way in which the browser changes something. A feature lists its changes by name (`changes.ts`), a
 * page exports `actionOf` those that its components make as its `clientAction`, and a component makes one
 * with `useChange`. The router then loads the page's data again, unless no answer came: then the screen stays
 * as it is.
 */

/**
 * How a change went. `problem` is a sentence for the person; without a `refusal` it was not the school that
 * spoke.
 */
export type Outcome<Answer = unknown> =
  | { isDone: true; answer: Answer }
  | { isDone: false; problem: string; refusal?: ApiError };

/**
 * Makes a change and says how it went, or leads elsewhere. Never rejects; takes what can be written as JSON.
 */
type Change<Input> = (input: Input) => Promise<Outcome | Response>;
export type Changes<Inputs> = { readonly [N in keyof Inputs]: Change<Inputs[N]> };
/** A change as the fetcher carries it, which `key` names. */
export type Submission<Inputs> = {
  [N in keyof Inputs]: { name: N; input: Inputs[N]; key: string };
}[keyof Inputs];

/** How changes went, on the way from the action to its caller. */
const outcomes = new Map<string, Outcome>();

/** The `clientAction` of a page on which these changes are made. */
export const actionOf =
  <Inputs>(changes: Changes<Inputs>) =>
  async ({ request }: { request: Request }) => {
    const { name, input, key }: Submission<Inputs> = await request.json();
    const outcome = await changes[name](input);
    if (outcome instanceof Response) return outcome;
    outcomes.set(key, outcome);
    // After a status of failure the router loads nothing.
    return data(outcome, { status: isAnswered(outcome) ? 200 : 503 });
  };

/** Whether the school answered at all. */
export const isAnswered = (outcome: Outcome) =>
  outcome.isDone || (outcome.refusal !== undefined && outcome.refusal.kind !== 'silence');

/** What a change takes, left out where it may be nothing. */
type InputOf<Inputs, N extends keyof Inputs> = undefined extends Inputs[N]
  ? [input?: Inputs[N]]
  : [input: Inputs[N]];

/**
 * Makes any of the changes that the page's action knows, and gives how it went, once the page's data is there
 * again.
 */
export function useSave<Inputs>(_: Changes<Inputs>) {
  const key = useId();
  const submit = useSubmit();
  return async function save<N extends keyof Inputs>(
    name: N,
    ...[input]: InputOf<Inputs, N>
  ): Promise<Outcome> {
    await submit(JSON.stringify({ name, input, key }), {
      method: 'post',
      encType: 'application/json',
      navigate: false,
      fetcherKey: key,
      // A list that shows what is to come shows it in the very moment of the click.
      flushSync: true,
    });
    const outcome = outcomes.get(key) ?? { isDone: true as const, answer: undefined };
    outcomes.delete(key);
    return outcome;
  };
}

/** The same for one change; `problem` is what went wrong with it, until `forget`. */
export function useChange<Inputs, N extends keyof Inputs>(changes: Changes<Inputs>, name: N) {
  const save = useSave(changes);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function run(...input: InputOf<Inputs, N>) {
    setIsBusy(true);
    setProblem('');
    const outcome = await save(name, ...input);
    setIsBusy(false);
    if (!outcome.isDone) setProblem(outcome.problem);
    return outcome;
  }
  return { isBusy, problem, run, forget: () => setProblem('') };
}

const messageOf = (error: unknown) => apiErrorOf(error)?.message ?? wentWrong();

/**
 * Waits for a piece of work and says in a toast that it is done; `done` may depend on the answer. What went
 * wrong is left to the one who asked, in the words of `sentenceOf`.
 */
export async function attempt<Answer>(
  work: Promise<Answer>,
  done?: string | ((answer: Answer) => string),
  sentenceOf: (error: unknown) => string = messageOf,
): Promise<Outcome<Answer>> {
  try {
    const answer = await work;
    const words = typeof done === 'function' ? done(answer) : done;
    if (words) toast('success', words);
    return { isDone: true, answer };
  } catch (error) {
    return { isDone: false, problem: sentenceOf(error), refusal: apiErrorOf(error) };
  }
}

/** `attempt`, with what went wrong in a toast too: in the words of `failed`, else the refusal's own. */
export async function announce<Answer>(
  work: Promise<Answer>,
  { done, failed }: { done?: string | ((answer: Answer) => string); failed?: string } = {},
): Promise<Outcome<Answer>> {
  const outcome = await attempt(work, done);
  if (!outcome.isDone) toast('error', failed ?? outcome.problem);
  return outcome;
}
