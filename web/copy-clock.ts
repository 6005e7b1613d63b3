/**
 * Stands in the head of every page of the copy for rehearsals as text, and so uses nothing from outside itself:
 * the page's clock is as far ahead as the copy's.
 */
function moveClock(ahead: number) {
  const real = Date.now;
  Date.now = () => real() + ahead;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [target.now()] : args, made),
  });
}

export const copyClockScript = (ahead: number) => `(${moveClock})(${ahead});`;
