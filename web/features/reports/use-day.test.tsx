import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Today, TodayLesson } from '#contract/reports/calls.ts';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useDay } from './use-day.ts';

afterEach(cleanup);

type Read = NonNullable<Parameters<typeof useDay>[1]>;

const part = (ids: string, fields: Partial<Today> = {}) =>
  ({
    day: '2026-09-01',
    lessons: ids.split(' ').map((_id) => ({ _id }) as TodayLesson),
    more: false,
    earlier: false,
    ...fields,
  }) as Today;

async function show(first: Today, read: Read, loader = () => null) {
  function Lessons() {
    const { lessons, before, after } = useDay(first, read);
    return (
      <>
        <MoreButton more={before}>Earlier</MoreButton>
        <p data-testid="lessons">{lessons.map(({ _id }) => _id).join(' ')}</p>
        <MoreButton more={after}>Later</MoreButton>
      </>
    );
  }
  const Page = createRoutesStub([{ path: '/', Component: Lessons, loader }]);
  await act(async () => render(<Page hydrationData={{ loaderData: { '0': null } }} />));
}

const shown = () => screen.getByTestId('lessons').textContent;
const button = (name: string) => screen.queryByRole('button', { name });
const press = (name: string) => act(async () => fireEvent.click(button(name) as HTMLElement));

test('a day goes on in both directions as long as there is more of it, each lesson once', async () => {
  const read = vi.fn<Read>(async (side, lesson) => {
    if (side === 'before') return part('b c', { earlier: false, more: true });
    return lesson === 'e' ? part('f g', { more: true }) : part('g h');
  });
  await show(part('d e', { more: true, earlier: true }), read);
  expect(shown()).toBe('d e');
  await press('Later');
  expect(shown()).toBe('d e f g');
  await press('Earlier');
  expect(shown()).toBe('b c d e f g');
  expect(button('Earlier')).toBeNull();
  await press('Later');
  expect(shown()).toBe('b c d e f g h');
  expect(button('Later')).toBeNull();
  expect(read.mock.calls).toEqual([
    ['after', 'e'],
    ['before', 'd'],
    ['after', 'g'],
  ]);
});

test('a second click while a part is read asks for nothing, and one that failed can be asked for again', async () => {
  const asked: PromiseWithResolvers<Today>[] = [];
  await show(part('d e', { more: true }), () => {
    const answer = Promise.withResolvers<Today>();
    asked.push(answer);
    return answer.promise;
  });
  await press('Later');
  await press('Later');
  expect(asked).toHaveLength(1);
  await act(async () => asked[0]?.reject(new Error('offline')));
  expect(screen.getByRole('status').textContent).toMatch(/could not be loaded/);
  await press('Later');
  await act(async () => asked[1]?.resolve(part('f')));
  expect(shown()).toBe('d e f');
});

test('a part of the next day is not shown: the page is read anew', async () => {
  const loader = vi.fn(() => null);
  await show(part('d e', { more: true }), async () => part('x', { day: '2026-09-02' }), loader);
  const before = loader.mock.calls.length;
  await press('Later');
  expect(shown()).toBe('d e');
  expect(loader.mock.calls.length).toBe(before + 1);
});
