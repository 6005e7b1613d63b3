import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to what it returns a reference for, once what stood in its place is closed. */
export function useFocusAfter<E extends HTMLElement>(isOpen: boolean): RefObject<E | null> {
  const target = useRef<E>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) target.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return target;
}
