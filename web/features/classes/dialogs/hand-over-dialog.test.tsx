import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { pageOfInstructors } from '#web/features/classes/instructors.test-support.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { HandOverDialog, loadInstructors } from './hand-over-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = {
  _id: 'c',
  classname: 'Oboe',
  instructorid: 'clara',
  instructorname: 'Clara',
  instructoremail: 'clara@school.example',
};
/** Shows the dialog where a search finds these, by what is looked for. */
async function show(found: Record<string, ReturnType<typeof pageOfInstructors>>) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  const search = vi
    .spyOn(apiOf(userOfficeCalls), 'searchUsers')
    .mockImplementation(
      async ({ querystring = {} } = {}) => found[querystring.q ?? ''] ?? pageOfInstructors([]),
    );
  const load = loadInstructors();

  await act(async () => {
    renderWithConfig(<HandOverDialog item={item} load={load} onClose={() => {}} />, {});
  });
  return search;
}

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('the other instructors of a small school are all offered, and nothing is to be searched', async () => {
  await show({ '': pageOfInstructors(['Clara', 'Hana']) });
  await screen.findByLabelText('New teacher');
  expect(offered()).toEqual(['Hana']);
  expect(screen.queryByLabelText('Search instructors')).toBeNull();
});

test('of teachers with one name the addresses say who is who', async () => {
  const page = pageOfInstructors(['Clara', 'Hana', 'Mateo']);
  await show({ '': { ...page, items: page.items.map((one) => ({ ...one, name: 'Hana' })) } });
  await screen.findByLabelText('New teacher');
  expect(offered()).toEqual(['Hana, hana@school.example', 'Hana, mateo@school.example']);
});

test('of many the first are offered, and the others are found by name', async () => {
  const search = await show({
    '': pageOfInstructors(['Clara', 'Hana'], 300),
    mateo: pageOfInstructors(['Mateo']),
  });
  expect(await screen.findByText(/The first 2 of 300/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Search instructors'), { target: { value: 'mateo' } });
  await waitFor(() => expect(offered()).toEqual(['Mateo']));
  expect(search).toHaveBeenLastCalledWith({ querystring: { role: 'instructor', q: 'mateo' } });
  fireEvent.change(screen.getByLabelText('Search instructors'), { target: { value: 'nobody' } });
  expect(await screen.findByText('No instructors match your search.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hand over' })).toHaveProperty('disabled', true);
});
