import { useEffect, useRef, useState } from 'react';

const COUNT_FROM_PX = 5500;
const COUNT_MS = 3000;

/**
 * Calls `start` once: when the page has been scrolled to 5500 px or, where it cannot be scrolled that far,
 * when `element` comes into view. Gives the function that stops waiting.
 */
function onceReached(element: Element, start: () => void): () => void {
  const check = () => {
    const reach = document.documentElement.scrollHeight - innerHeight;
    const { top, bottom } = element.getBoundingClientRect();
    const isInView = top < innerHeight && bottom > 0;
    if (scrollY < COUNT_FROM_PX && (reach >= COUNT_FROM_PX || !isInView)) return;
    stop();
    start();
  };
  const stop = () => removeEventListener('scroll', check);
  addEventListener('scroll', check, { passive: true });
  check();
  return stop;
}

/**
 * Counts from 0 to `target` in three seconds and tells `show` each step. Gives the function that stops it.
 */
function count(target: number, show: (value: number) => void): () => void {
  const begun = performance.now();
  let frame = 0;
  const step = (now: number) => {
    const part = Math.min(1, Math.max(0, now - begun) / COUNT_MS);
    show(Math.round(target * (1 - (1 - part) ** 3)));
    if (part < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/**
 * A number that stands there as it is and counts up to itself once it is reached; not where motion is
 * unwelcome.
 */
export function CountUp({ target, label }: { target: number; label: string }) {
  const element = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(target);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let stopCount = () => {};
    const stopWaiting = onceReached(element.current as HTMLDivElement, () => {
      stopCount = count(target, setValue);
    });
    return () => {
      stopWaiting();
      stopCount();
    };
  }, [target]);
  return (
    // Read out as what it counts to, at any moment.
    <div ref={element} role="img" aria-label={`${target} ${label}`}>
      <p className="font-display font-semibold text-5xl tabular-nums lg:text-6xl">{value}</p>
      <p className="mt-2 text-lead">{label}</p>
    </div>
  );
}
