import { type RefObject, useEffect } from 'react';

/** Where a slash is written, not pressed to get to a field; behind an open dialog nothing has the focus. */
const WRITES = ':is(input,select,textarea,[contenteditable])';

/** The key `/` puts the cursor into the search field of the page's list. */
export function useSlash(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, altKey, metaKey } = event;
      if (key !== '/' || ctrlKey || altKey || metaKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      if (target instanceof Element && target.closest(WRITES)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [field]);
}
