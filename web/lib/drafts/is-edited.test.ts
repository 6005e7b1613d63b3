import { expect, test } from 'vitest';
import { isEdited } from './is-edited.ts';

function form(html: string) {
  const root = document.createElement('form');
  root.innerHTML = html;
  return root;
}

test('a form counts as edited once something in it differs from how it came', () => {
  const root = form('<input name="a" value="x"><textarea></textarea>');
  expect(isEdited(root)).toBe(false);
  (root.querySelector('textarea') as HTMLTextAreaElement).value = 'y';
  expect(isEdited(root)).toBe(true);
});

test('a choice counts, and going back to the first one does not', () => {
  const root = form('<select><option>a</option><option selected>b</option></select><input type="checkbox">');
  const select = root.querySelector('select') as HTMLSelectElement;
  expect(isEdited(root)).toBe(false);
  select.selectedIndex = 0;
  expect(isEdited(root)).toBe(true);
  select.selectedIndex = 1;
  expect(isEdited(root)).toBe(false);
  (root.querySelector('input') as HTMLInputElement).checked = true;
  expect(isEdited(root)).toBe(true);
});

test('a password, a file or what is only searched for is nothing to lose', () => {
  const root = form('<input type="password"><input type="search">');
  for (const input of root.querySelectorAll('input')) input.value = 'typed';
  expect(isEdited(root)).toBe(false);
});
