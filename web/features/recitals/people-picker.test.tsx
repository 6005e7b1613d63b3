import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PEOPLE_SHOWN } from '#contract/recitals/office-calls.ts';
import { type Chosen, type Nameable, PeoplePicker } from './people-picker.tsx';

const { readPieces } = vi.hoisted(() => ({ readPieces: vi.fn() }));
vi.mock('#web/lib/api/api.ts', () => ({ apiOf: () => ({ readPieces }) }));

const known = [
  { learnerid: 'clara', name: 'Clara Rossi', teaches: true },
  { learnerid: 'mia', name: 'Mia Sol', teaches: false },
];

beforeEach(() => {
  vi.useFakeTimers();
  readPieces
    .mockReset()
    .mockResolvedValue({ people: [{ learnerid: 'zoe', name: 'Zoe Berg', teaches: false }] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(people: Partial<Nameable>) {
  function Picker() {
    const [chosen, setChosen] = useState<readonly Chosen[]>([]);
    const nameable = { recitalid: 'evening', known, hasMore: false, ...people };
    return <PeoplePicker label="Who plays" people={nameable} chosen={chosen} onChange={setChosen} />;
  }
  render(<Picker />);
}
const type = async (value: string) => {
  fireEvent.change(screen.getByRole('searchbox', { name: 'Who plays' }), { target: { value } });
  await act(() => vi.advanceTimersByTimeAsync(1000));
};
const offered = () =>
  screen.getAllByRole('button', { name: /^Choose / }).map(({ textContent }) => textContent?.slice(7));

test('a name that is in none of the first part is asked for, and chosen', async () => {
  show({ hasMore: true });
  // Of those that are known, students come before anything is typed, and teachers where they are looked for.
  expect(offered()).toEqual(['Mia Sol']);
  expect(readPieces).not.toHaveBeenCalled();
  await type(' zo ');
  const querystring = { q: 'zo', limit: PEOPLE_SHOWN };
  expect(readPieces.mock.calls).toEqual([[{ params: { id: 'evening' }, querystring }]]);
  expect(offered()).toEqual(['Zoe Berg']);
  fireEvent.click(screen.getByRole('button', { name: 'Choose Zoe Berg' }));
  expect(screen.getByRole('button', { name: /Zoe Berg/ })).not.toBeNull();
});

test('where all are known the server is not asked', async () => {
  show({});
  await type('mi');
  expect(offered()).toEqual(['Mia Sol']);
  expect(readPieces).not.toHaveBeenCalled();
});

test('those that are known are offered where no answer comes', async () => {
  readPieces.mockRejectedValue(new Error('offline'));
  show({ hasMore: true });
  await type('cla');
  expect(offered()).toEqual(['Clara Rossi']);
});
