import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** So near to the window's edge, in pixels, it scrolls, and by so much a millisecond. */
const EDGE = 90;
const SPEED = 0.9;
/** No more at once, however long the last frame took. */
const STEP_MAX = 60;

/** A row on its way: to which place, from 0. */
type Drag = { id: string; to: number };

/**
 * Lets rows of a list be dragged by a handle, with a finger, a pen or a mouse; the window scrolls along at its
 * edges. `onDrop` is told to which place a row was dragged; rows are the list's children. None of them goes
 * elsewhere in the page before: a browser would lose the finger that holds it.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const row = useRef<HTMLElement>(null);
  const pointer = useRef({ y: 0, startY: 0 });
  const id = drag?.id;

  useEffect(() => {
    const dragged = row.current;
    if (id === undefined || !dragged) return;
    let frame = 0;
    let last = performance.now();
    function follow(now: number) {
      const { y, startY } = pointer.current;
      scrollAlong(list.current, y, Math.min((now - last) * SPEED, STEP_MAX));
      last = now;
      const at = heightIn(list.current, y);
      if (dragged) dragged.style.transform = `translateY(${at - startY}px)`;
      const to = placeAt(list.current, at);
      setDrag((known) => (known && known.to !== to ? { ...known, to } : known));
      frame = requestAnimationFrame(follow);
    }
    frame = requestAnimationFrame(follow);
    return () => {
      cancelAnimationFrame(frame);
      dragged.style.transform = '';
    };
  }, [id, list]);

  return {
    drag,
    /** What the handle of a row takes. */
    handle: (of: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        row.current = event.currentTarget.closest('li');
        const startY = heightIn(list.current, event.clientY);
        pointer.current = { y: event.clientY, startY };
        setDrag({ id: of, to: placeAt(list.current, startY) });
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        pointer.current.y = clientY;
      },
      onPointerUp: () => {
        if (drag) onDrop(drag.id, placeAt(list.current, heightIn(list.current, pointer.current.y)));
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

/** A height of the window, in pixels from the top of a list. */
const heightIn = (list: HTMLElement | null, y: number) => y - (list?.getBoundingClientRect().top ?? 0);

/** Scrolls where a row is held at an edge of the window, as far as the list goes. */
function scrollAlong(list: HTMLElement | null, y: number, step: number) {
  const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
  if (y < EDGE && top < EDGE) scrollBy({ top: -step, behavior: 'instant' });
  if (y > innerHeight - EDGE && bottom > innerHeight - EDGE) scrollBy({ top: step, behavior: 'instant' });
}

/** Which of the rows is at a height of the list, wherever one of them is shown meanwhile. */
function placeAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])] as HTMLElement[];
  const first = rows[0]?.offsetTop ?? 0;
  const at = rows.findIndex(({ offsetTop, offsetHeight }) => y < offsetTop - first + offsetHeight);
  return at === -1 ? rows.length - 1 : at;
}
