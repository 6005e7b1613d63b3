/** Whether `root` has input that would be lost with it; a password is typed again anyway. */
export function isEdited(root: ParentNode | null): boolean {
  const fields = root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'input:not([type="password"], [type="file"], [type="search"], [readonly]), textarea, select',
  );
  return [...(fields ?? [])].some((field) => {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const first = options.find((option) => option.hasAttribute('selected')) ?? options[0];
      return first !== undefined && !first.selected;
    }
    if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) {
      return field.checked !== field.defaultChecked;
    }
    return field.value !== field.defaultValue;
  });
}
