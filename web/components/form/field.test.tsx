import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { isEdited } from '#web/lib/drafts/is-edited.ts';
import { SelectField, TextField } from './field.tsx';

afterEach(cleanup);

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('a field names its control, and its error and hint describe it', () => {
  render(<TextField label="Price" name="price" hint="Two decimals at most." error="Enter a price." />);
  const control = screen.getByLabelText('Price');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(control)).toEqual(['Two decimals at most.', 'Enter a price.']);
});

test('a field without an error is not called invalid', () => {
  render(<TextField label="Price" name="price" />);
  const control = screen.getByLabelText('Price');
  expect(control.hasAttribute('aria-invalid')).toBe(false);
  expect(control.hasAttribute('aria-describedby')).toBe(false);
});

test('an empty choice reads as any, and stays empty in the form', () => {
  render(<SelectField label="Level" name="level" options={['', 'Beginner']} />);
  const [any] = screen.getAllByRole('option') as HTMLOptionElement[];
  expect([any?.textContent, any?.value]).toEqual(['Any', '']);
});

test('a choice that the page keeps counts as it is at first, whichever it is', () => {
  const { container, rerender } = render(
    <SelectField label="Who" options={['Ana', 'Ben']} value="Ben" onChange={() => {}} />,
  );
  expect(isEdited(container)).toBe(false);
  rerender(<SelectField label="Who" options={['Ana', 'Ben']} value="Ana" onChange={() => {}} />);
  expect(isEdited(container)).toBe(true);
});
