/** Focuses a control, or something that is no stop of the Tab key, such as a heading. */
export function focusQuietly(element: HTMLElement, options?: FocusOptions) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus(options);
}
