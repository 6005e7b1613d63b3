import { useEffect, useRef } from 'react';
import { data, useFetcher, useFetchers } from 'react-router';
import { type ApiError, apiErrorOf } from '#contract/client.ts';
import { toast } from '#web/components/toasts.tsx';

/*
 * The one way in which the browser changes something. A feature lists its changes by name (`changes.ts`), a page exports
 * `actionOf` those that its components make as its `clientAction`, and a component makes one with `useChange`. The router then
 * loads the page's data anew, unless nobody answered: what stands on the screen stays.
 */

/** How a change went. `problem` is a sentence for the person; without a `refusal` it was not the school that spoke. */
export type Outcome<Answer = unknown> =
  | { isDone: true; answer: Answer }
  | { isDone: false; problem: string; refusal?: ApiError };

/** Makes a change and says how it went, or leads elsewhere. Never rejects; takes what can be written as JSON. */
type Change<Input> = (input: Input) => Promise<Outcome | Response>;
type Changes<Inputs> = { readonly [N in keyof Inputs]: Change<Inputs[N]> };
type Submission<Inputs> = { [N in keyof Inputs]: { name: N; input: Inputs[N] } }[keyof Inputs];

/** The `clientAction` of a page on which these changes are made. */
export const actionOf =
  <Inputs>(changes: Changes<Inputs>) =>
  async ({ request }: { request: Request }) => {
    const { name, input }: Submission<Inputs> = await request.json();
    const outcome = await changes[name](input);
    if (outcome instanceof Response) return outcome;
    // After a status of failure the router loads nothing.
    return data(outcome, { status: isAnswered(outcome) ? 200 : 503 });
  };

/** Whether the school answered at all. */
export const isAnswered = (outcome: Outcome) =>
  outcome.isDone || (outcome.refusal !== undefined && outcome.refusal.kind !== 'silence');

/**
 * Makes one of the changes that the page's action knows. `run` gives how it went, once the page's data is there anew; nothing
 * when the component has left the page by then. `problem` is what went wrong, until `forget`.
 */
export function useChange<Inputs, N extends keyof Inputs>(_: Changes<Inputs>, name: N) {
  const fetcher = useFetcher<Outcome>();
  const { data: outcome } = fetcher;
  const isBusy = fetcher.state !== 'idle';
  const settle = useRef<(outcome: Outcome) => void>(undefined);
  useEffect(() => {
    if (!isBusy && outcome) settle.current?.(outcome);
  }, [isBusy, outcome]);

  function run(...[input]: undefined extends Inputs[N] ? [input?: Inputs[N]] : [input: Inputs[N]]) {
    fetcher.reset();
    // Shown in the very moment of the click: the second of a double click finds its button at work.
    const options = { method: 'post', encType: 'application/json', flushSync: true } as const;
    void fetcher.submit(JSON.stringify({ name, input }), options);
    return new Promise<Outcome>((resolve) => {
      settle.current = resolve;
    });
  }
  function forget() {
    if (!isBusy) fetcher.reset();
  }
  return { isBusy, problem: !outcome || outcome.isDone ? '' : outcome.problem, run, forget };
}

/** Those of a feature's changes that are on their way, for a list that shows at once what is to come. */
export const useChangesUnderWay = <Inputs>(changes: Changes<Inputs>): Submission<Inputs>[] =>
  useFetchers().flatMap(({ json }) => {
    const submission = json as Submission<Inputs> | undefined;
    return submission && submission.name in changes ? [submission] : [];
  });

const messageOf = (error: unknown) => apiErrorOf(error)?.message ?? 'Something went wrong. Please try again.';

/**
 * Waits for a piece of work and says in a toast that it is done; `done` may depend on the answer. What went wrong is left to who
 * asked, in the words of `sentenceOf`.
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
