import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { createRoutesStub, redirect, useLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { Toasts } from '#web/components/layout/toasts.tsx';
import { actionOf, announce, attempt, useChange } from './change.ts';
import { useChangesUnderWay } from './changes-under-way.ts';

type Input = { id: string };

/** What the next change comes to. */
let answer: () => Promise<string>;
let loads = 0;
let asked: Input[] = [];

const refusal = (status: number, detail: string) => new ApiError({ status, code: 'class-full', detail });

const changes = {
  say: (input: Input) => {
    asked.push(input);
    return announce(answer(), { done: (word) => `Done: ${word}` });
  },
  try: () => attempt(answer()),
  leave: async () => redirect('/elsewhere'),
};

function Page() {
  const shown = useLoaderData<number>();
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      <p>Load {shown}</p>
      <p>Under way: {useChangesUnderWay(changes).map(({ name }) => name)}</p>
      <button type="button" onClick={() => setIsThere(false)}>
        Take away
      </button>
      {isThere && <Buttons />}
      <Toasts />
    </>
  );
}

function Buttons() {
  const say = useChange(changes, 'say');
  const attempted = useChange(changes, 'try');
  const leave = useChange(changes, 'leave');
  const [ended, setEnded] = useState('');
  return (
    <>
      <button
        type="button"
        disabled={say.isBusy}
        onClick={async () => setEnded(String((await say.run({ id: 'a' })).isDone))}
      >
        Say
      </button>
      <button type="button" onClick={() => attempted.run()}>
        Try
      </button>
      <button type="button" onClick={attempted.forget}>
        Forget
      </button>
      <button type="button" onClick={() => leave.run()}>
        Leave
      </button>
      <p>Problem: {attempted.problem}</p>
      <p>Ended: {ended}</p>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  loads = 0;
  asked = [];
  const Stub = createRoutesStub([
    { path: '/', Component: Page, loader: () => ++loads, action: actionOf(changes) },
    { path: '/elsewhere', Component: () => <p>Elsewhere</p> },
  ]);
  render(<Stub />);
  await screen.findByText('Load 1');
});
afterEach(cleanup);

test('a change runs with its input, says that it is done, and the page’s data is loaded again', async () => {
  answer = async () => 'word';
  press('Say');
  await screen.findByText('Ended: true');
  expect(asked).toEqual([{ id: 'a' }]);
  screen.getByText('Done: word');
  await screen.findByText('Load 2');
});

test('while it is under way it says so, and a second click does nothing', async () => {
  let finish = (_: string) => {};
  answer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  press('Say');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Say' }).disabled).toBe(true);
  screen.getByText('Under way: say');
  press('Say');
  await waitFor(() => expect(asked).toHaveLength(1));
  finish('word');
  await screen.findByText('Ended: true');
  expect(asked).toHaveLength(1);
  await screen.findByText('Under way:');
});

test('a refusal is said, and the page then shows what is true now', async () => {
  answer = () => Promise.reject(refusal(409, 'This class is full.'));
  press('Say');
  await screen.findByText('Ended: false');
  screen.getByText('This class is full.');
  await screen.findByText('Load 2');
});

test.each([0, 503])('after silence (%i) what stands on the screen stays', async (status) => {
  answer = () => Promise.reject(refusal(status, `Silence ${status}`));
  press('Say');
  await screen.findByText('Ended: false');
  screen.getByText(`Silence ${status}`);
  screen.getByText('Load 1');
});

test('what went wrong with an attempt is left to the form, until something is edited', async () => {
  answer = () => Promise.reject(new TypeError('x is not a function'));
  press('Try');
  await screen.findByText('Problem: Something went wrong. Try again in a moment.');
  press('Forget');
  await screen.findByText('Problem:');
});

test('how it went is said also when the button has left the page', async () => {
  let finish = (_: string) => {};
  answer = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  press('Say');
  await waitFor(() => expect(asked).toHaveLength(1));
  press('Take away');
  finish('late word');
  await screen.findByText('Done: late word');
  await screen.findByText('Load 2');
});

test('a change may lead elsewhere', async () => {
  press('Leave');
  await screen.findByText('Elsewhere');
});
