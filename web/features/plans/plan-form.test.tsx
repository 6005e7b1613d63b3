import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { PlannedLessons } from '#contract/plans/calls.ts';
import { planCalls } from '#contract/plans/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { planChanges } from './changes.ts';
import { PlanForm } from './plan-form.tsx';

const api = apiOf(planCalls);
const change = vi.spyOn(api, 'changePlans');
const list = vi.spyOn(api, 'listPlans');
const findFree = vi.spyOn(api, 'findFreeForPlan');
const dryRuns = () =>
  change.mock.calls.filter(([input]) => input.querystring?.dry).map(([{ body }]) => body.plans);
const saved = () =>
  change.mock.calls.filter(([input]) => !input.querystring?.dry).map(([{ body }]) => body.plans);

const lessonOn = (day: string) => ({
  day,
  startsat: `${day}T16:00:00.000Z`,
  endsat: `${day}T16:45:00.000Z`,
  teacherid: 't1',
  instructorname: 'Clara',
  roomid: null,
  room: null,
  state: 'planned' as const,
  reason: null,
});
const VIOLA = {
  day: '2027-01-12',
  kind: 'room' as const,
  with: 'Viola',
  startsat: '2027-01-12T16:00:00.000Z',
  endsat: '2027-01-12T16:45:00.000Z',
};
const answer = (fields: Partial<PlannedLessons> = {}): PlannedLessons => ({
  lessons: ['2027-01-12', '2027-01-19'].map(lessonOn),
  skipped: [],
  busy: [],
  clashes: [],
  shifted: [],
  roomtoosmall: [],
  ...fields,
});
const plan = {
  _id: 'p1',
  weekday: 2,
  starttime: '16:00',
  minutes: 45,
  everyweeks: 1 as const,
  firstday: '2027-01-12',
  lastday: '2027-01-19',
  roomid: null,
  room: null,
};

function show(plans = [plan]) {
  renderWithConfig(
    <PlanForm
      item={{ _id: 'c1', classname: 'Cello' }}
      plans={plans}
      version={1}
      rooms={[{ _id: 'r1', name: 'Blue room', places: 6, siteid: null, site: null, version: 1 }]}
      terms={[{ _id: 's1', name: 'Spring', firstday: '2027-01-11', lastday: '2027-04-02', version: 1 }]}
      today="2027-01-01"
      list="/"
    />,
    {},
    actionOf(planChanges),
  );
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const outcome = () => within(screen.getByRole('region', { name: 'Preview' }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  vi.useFakeTimers();
  change.mockReset().mockImplementation(async () => answer());
  findFree.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what a plan comes to stands there at once, and follows at a pause what is typed', async () => {
  show();
  await wait(0);
  expect(outcome().getByRole('status').textContent).toBe(
    '2 lessons, from 12 January 2027 to 19 January 2027.',
  );
  for (const time of ['17:00', '17:30', '18:00']) {
    type('Starts at', time);
    await wait(300);
  }
  expect(outcome().getByRole('status').textContent).toBe('Working out the lessons…');
  change.mockResolvedValueOnce(answer({ lessons: [lessonOn('2027-01-12')] }));
  await wait(200);
  expect(dryRuns().map(([sent]) => sent?.starttime)).toEqual(['16:00', '18:00']);
  expect(outcome().getByRole('status').textContent).toBe('1 lesson, on 12 January 2027.');
  expect(saved()).toEqual([]);
});

test('an answer that is late does not take the place of a later one', async () => {
  const { promise, resolve } = Promise.withResolvers<PlannedLessons>();
  show();
  await wait(0);
  change.mockReturnValueOnce(promise);
  type('Starts at', '17:00');
  await wait(600);
  type('Starts at', '18:00');
  await wait(600);
  change.mockResolvedValueOnce(answer({ lessons: [] }));
  await act(async () => resolve(answer()));
  expect(outcome().getByRole('status').textContent).toBe('Working out the lessons…');
  await wait(600);
  expect(outcome().getByRole('status').textContent).toBe('No lesson falls on these days.');
});

test('while something is missing it is said, and nothing is asked', async () => {
  show([]);
  await wait(0);
  expect(dryRuns()).toHaveLength(1);
  type('First day', '');
  await wait(2000);
  expect(dryRuns()).toHaveLength(1);
  expect(outcome().getByRole('status').textContent).toBe('Choose the first day.');
  press('Spring');
  await wait(2000);
  expect(dryRuns().at(-1)).toMatchObject([{ firstday: '2027-01-11', lastday: '2027-04-02', roomid: null }]);
});

test('what is in the way, left out or shifted is said in words', async () => {
  change.mockResolvedValue(
    answer({
      clashes: [VIOLA],
      skipped: [{ day: '2027-01-26', closure: 'Carnival' }],
      shifted: [{ day: '2027-03-28', from: '02:30', to: '03:30' }],
      roomtoosmall: [{ room: 'Blue room', places: 6 }],
    }),
  );
  show();
  await wait(0);
  const words = outcome()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(words).toEqual([
    'Blue room has 6 places, fewer than the class. Choose a larger room, or offer fewer places.',
    'Viola has the room then, 16:00–16:45: 12 Jan',
    'Carnival: 26 Jan',
  ]);
  expect(outcome().getByText(/the clocks go forward: there is no 02:30/)).toBeTruthy();
});

test('cancelled lessons are in no count', async () => {
  const cancelled = { ...lessonOn('2027-01-19'), state: 'cancelled' as const };
  change.mockResolvedValue(answer({ lessons: [lessonOn('2027-01-12'), cancelled] }));
  show();
  await wait(0);
  expect(outcome().getByRole('status').textContent).toBe('1 lesson, on 12 January 2027.');
});

test('a refused save says why, and what is in the way is asked for again', async () => {
  show();
  await wait(0);
  const detail = 'Another class is in this room at that time.';
  change.mockRejectedValueOnce(new ApiError({ status: 409, code: 'room-taken', detail }));
  change.mockResolvedValue(answer({ clashes: [VIOLA] }));
  press('Save');
  await wait(1000);
  expect(saved()).toHaveLength(1);
  expect(outcome().getByText(detail)).toBeTruthy();
  await wait(1000);
  expect(outcome().getByText('This cannot be saved yet')).toBeTruthy();
});

describe('where the room or the teacher is taken', () => {
  const detail = 'Another class is in this room then: Viola, Tuesday, 12 January 2027, 16:00–16:45, Attic.';
  const FREE = {
    taken: true,
    rooms: [{ _id: 'r1', name: 'Blue room', places: 6 }],
    times: ['15:15', '16:45'],
  };
  async function refuse(code: ErrorCode = 'room-taken') {
    await wait(0);
    change.mockImplementation(async ({ querystring }) => {
      if (querystring?.dry) return answer();
      throw new ApiError({ status: 409, code, detail });
    });
    screen.getByRole('button', { name: 'Save' }).focus();
    press('Save');
    await wait(1000);
    change.mockImplementation(async () => answer());
  }
  const offered = (name = 'What is free instead') => screen.queryByRole('region', { name });
  const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

  test('what is free is offered and has the focus; a tap puts it into the form and saves nothing', async () => {
    findFree.mockResolvedValue(FREE);
    show();
    await refuse();
    expect(findFree).toHaveBeenCalledExactlyOnceWith({
      params: { id: 'c1' },
      querystring: expect.objectContaining({ weekday: '2', starttime: '16:00', minutes: '45', roomid: '' }),
    });
    expect(document.activeElement).toBe(offered());
    const described = document.getElementById(offered()?.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe(detail);
    const lists = within(offered() as HTMLElement).getAllByRole('list');
    expect(
      lists.map((list) =>
        within(list)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Blue room'], ['15:15', '16:45']]);
    press('Blue room');
    await wait(100);
    expect([offered(), value('Room'), saved()]).toEqual([null, 'r1', [[expect.anything()]]]);
    expect(screen.queryByText(detail)).toBeNull();
    expect(document.activeElement?.textContent).toBe('Save');
    press('Save');
    await wait(1000);
    expect(saved().at(-1)).toMatchObject([{ roomid: 'r1', starttime: '16:00' }]);
  });

  test('a time is put into the form in the same way', async () => {
    findFree.mockResolvedValue(FREE);
    show();
    await refuse('teacher-taken');
    press('16:45');
    press('Save');
    await wait(1000);
    expect(saved().at(-1)).toMatchObject([{ roomid: null, starttime: '16:45' }]);
  });

  test('of several times each that is taken has its own, without those of another, until it is typed over', async () => {
    findFree.mockImplementation(async (input) =>
      input.querystring?.starttime === '13:00' ? { ...FREE, taken: false } : FREE,
    );
    show([plan, { ...plan, _id: 'p2', starttime: '17:00' }, { ...plan, _id: 'p3', starttime: '13:00' }]);
    await refuse();
    expect(screen.getAllByRole('region', { name: /free instead/ })).toHaveLength(2);
    const first = offered('What is free instead of time 1') as HTMLElement;
    // At a quarter to five the second would have begun before it is over.
    expect(within(first).queryByRole('button', { name: '16:45' })).toBeNull();
    fireEvent.click(within(first).getByRole('button', { name: '15:15' }));
    await wait(100);
    const second = offered('What is free instead of time 2');
    expect(document.activeElement).toBe(second);
    fireEvent.change(screen.getAllByLabelText('Minutes')[1] as HTMLElement, { target: { value: '30' } });
    expect(screen.queryByRole('region', { name: /free instead/ })).toBeNull();
  });

  test('that nothing is free is said; after another refusal nothing is asked', async () => {
    findFree.mockResolvedValue({ taken: true, rooms: [], times: [] });
    show();
    await refuse();
    expect(offered()?.textContent).toContain('No other room or time was found that is free.');
    findFree.mockClear();
    await refuse('room-unknown');
    expect(findFree).not.toHaveBeenCalled();
  });

  test('where that cannot be asked the refusal stands by itself', async () => {
    findFree.mockRejectedValue(new Error('offline'));
    show();
    await refuse();
    expect(screen.getByText(detail)).toBeTruthy();
    expect(offered()).toBeNull();
  });
});

test('a field that was left empty is named beside it, and nothing is sent', async () => {
  show();
  type('Minutes', '0');
  press('Save');
  await wait(1000);
  expect(saved()).toEqual([]);
  expect(screen.getByLabelText('Minutes').getAttribute('aria-invalid')).toBe('true');
});

test('the focus goes to a time that is added, and is not lost with one that is removed', async () => {
  show();
  press('Add another time');
  await wait(100);
  const added = within(screen.getByRole('group', { name: 'Time 2' })).getByLabelText('Weekday');
  expect(document.activeElement).toBe(added);
  expect((added as HTMLSelectElement).value).toBe('3');
  press('Remove time 2');
  expect(document.activeElement?.textContent).toBe('Add another time');
});

test('to take every time away is asked once more', async () => {
  show();
  await wait(0);
  press('Remove time 1');
  press('Save');
  await wait(0);
  expect(saved()).toEqual([]);
  press('Remove them');
  await wait(0);
  expect(saved()).toEqual([[]]);
});

test('what somebody else has saved meanwhile is shown, and what was typed stays and is saved then', async () => {
  show();
  await wait(0);
  type('Starts at', '17:00');
  const detail = 'This was changed in the meantime. Check what it says now and try again.';
  change.mockImplementation(async ({ querystring }) => {
    if (querystring?.dry) return answer();
    throw new ApiError({ status: 409, code: 'changed-meanwhile', detail });
  });
  list.mockResolvedValue({ plans: [{ ...plan, weekday: 5, room: 'Blue room', roomid: 'r1' }], version: 2 });
  press('Save');
  await wait(1000);
  const meanwhile = screen.getByRole('region', { name: 'These times changed while you were editing' });
  expect(document.activeElement).toBe(meanwhile);
  expect(within(meanwhile).getByRole('listitem').textContent).toBe(
    'Every Friday 16:00, 45 minutes, 12 January 2027 to 19 January 2027, Blue room',
  );
  expect((screen.getByLabelText('Starts at') as HTMLInputElement).value).toBe('17:00');
  change.mockImplementation(async () => answer());
  press('Save');
  await wait(1000);
  const versions = change.mock.calls.flatMap(([{ querystring, body }]) =>
    querystring?.dry ? [] : [body.version],
  );
  expect(versions).toEqual([1, 2]);
});
