const CONTROL = 'a, button, input, select, textarea, summary, label';
const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROL) : null);

/**
 * A double click means one thing. When its first click has changed the page, a row gone or a link where a
 * button was, the second one lands on something that was not aimed at: it does nothing.
 */
export function ignoreStrayClicks() {
  let aimedAt: Element | null = null;
  document.addEventListener(
    'click',
    (event) => {
      const control = controlOf(event);
      if (event.detail < 2) aimedAt = control;
      else if (control !== aimedAt) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
