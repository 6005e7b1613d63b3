import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { userOfficeCalls } from '#contract/users/office-calls.ts';
import { pageOfInstructors } from '#web/features/classes/instructors.test-support.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { InstructorField } from './instructor-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('in a small school every instructor is offered, nobody is chosen, and nothing is to be searched', () => {
  renderWithConfig(<InstructorField label="Instructor" first={pageOfInstructors(['Clara', 'Hana'])} />, {});
  expect(offered()).toEqual([
    'Choose an instructor',
    'Clara, clara@school.example',
    'Hana, hana@school.example',
  ]);
  expect(screen.getByLabelText('Instructor')).toHaveProperty('value', '');
  expect(screen.queryByLabelText('Search instructors')).toBeNull();
});

test('who was chosen stays chosen whatever is searched for after; Enter in the search sends nothing', async () => {
  vi.spyOn(apiOf(userOfficeCalls), 'searchUsers').mockImplementation(async ({ querystring = {} } = {}) =>
    pageOfInstructors(querystring.q === 'mateo' ? ['Mateo'] : []),
  );
  renderWithConfig(
    <InstructorField label="Instructor" first={pageOfInstructors(['Clara', 'Hana'], 300)} />,
    {},
  );
  const choice = screen.getByLabelText('Instructor');
  const search = screen.getByLabelText('Search instructors');
  fireEvent.change(choice, { target: { value: 'hana@school.example' } });
  fireEvent.change(search, { target: { value: 'mateo' } });
  await waitFor(() =>
    expect(offered()).toEqual([
      'Choose an instructor',
      'Hana, hana@school.example',
      'Mateo, mateo@school.example',
    ]),
  );
  expect(choice).toHaveProperty('value', 'hana@school.example');
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  fireEvent.change(search, { target: { value: 'nobody' } });
  expect(await screen.findByText('No instructors match your search.')).toBeTruthy();
  expect(choice).toHaveProperty('value', 'hana@school.example');
});
