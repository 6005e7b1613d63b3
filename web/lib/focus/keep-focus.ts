import { focusQuietly } from './focus-quietly.ts';

/*
 * Whatever takes the focused element away, a button that became a link, a closed dialog, the focus goes to
 * what stands in its place and never falls back to the top of the page. After a row of a list it goes to the
 * heading above: a key pressed twice would delete the next one. Works on the document alone, so that no
 * screen has to think of it.
 */

const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"], [type="hidden"])';
const HEADING = 'h1, h2, h3';
const ROW = 'tr, li';
/** Whose heading is that of nothing beside it. */
const PART = 'section, aside, article, nav, li';

/** Where an element stood under one of its ancestors. */
type Step = { node: Element; parent: Element; index: number; next: Element | null };
/** Where the focus was: the way up from it, and which of its row's controls it was. */
type Place = { element: HTMLElement; steps: Step[]; nth: number };

const controlsIn = (root: Element | null): HTMLElement[] =>
  root ? [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility()) : [];

function placeOf(element: HTMLElement): Place {
  const steps: Step[] = [];
  let node: Element = element;
  for (let parent = node.parentElement; parent; parent = node.parentElement) {
    steps.push({ node, parent, index: [...parent.children].indexOf(node), next: node.nextElementSibling });
    node = parent;
  }
  return { element, steps, nth: controlsIn(element.closest(ROW)).indexOf(element) };
}

/** The control of a row that stands where the lost one stood in its own. */
function sameIn(row: Element | undefined, nth: number): HTMLElement | undefined {
  const controls = controlsIn(row ?? null);
  return controls[Math.min(Math.max(nth, 0), controls.length - 1)];
}

/** The heading of the section that an element is or lies in, else of the page. */
function headingOver(element: Element): HTMLElement | null {
  for (let root: Element | null = element; root; root = root.parentElement) {
    const found = [...root.querySelectorAll<HTMLElement>(HEADING)].find(
      (heading) => heading.closest(PART)?.contains(element) ?? true,
    );
    if (found) return found;
    if (root.tagName === 'MAIN') break;
  }
  return document.querySelector('main');
}

function replacementOf({ element, steps, nth }: Place): HTMLElement | null | undefined {
  if (element.isConnected) return sameIn(element.closest(ROW) ?? undefined, nth) ?? headingOver(element);
  const lost = steps.find(({ parent }) => parent.isConnected);
  if (!lost) return document.querySelector('main');
  const { node, parent, index, next } = lost;
  const now = parent.children[index];
  if (node.matches(ROW)) return headingOver(parent);
  // What slid up was there before; anything else has taken the place of what is gone. A list that went as a
  // whole has no place any more.
  const isListGone = element.closest(ROW) && !parent.closest(ROW);
  if (now && now !== next && !isListGone) {
    const control = now.matches(FOCUSABLE) ? (now as HTMLElement) : controlsIn(now)[0];
    if (control) return control;
  }
  return sameIn(parent.closest(ROW) ?? undefined, nth) ?? headingOver(parent);
}

const isUsable = ({ element }: Place) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

/** Watches the document from now on. */
export function keepFocus() {
  const { activeElement: first } = document;
  let place = first instanceof HTMLElement && first !== document.body ? placeOf(first) : undefined;
  /** From where each dialog was opened. */
  const openers = new WeakMap<Element, Place>();

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const dialog = target.closest('dialog');
    if (dialog && place && !dialog.contains(place.element)) openers.set(dialog, place);
    place = placeOf(target);
  }

  /** A click beside all controls leaves the control; one that was removed has not been left. */
  function onFocusOut({ target }: FocusEvent) {
    setTimeout(() => {
      if (place?.element === target && isUsable(place) && document.activeElement === document.body) {
        place = undefined;
      }
    });
  }

  let isLooking = false;

  function onChange() {
    if (!place || isLooking) return;
    isLooking = true;
    // A dialog that closes gives the focus back by itself, a moment later; and what is visible is known
    // without a style of its own once the change is painted.
    setTimeout(recover);
  }

  function recover() {
    isLooking = false;
    if (!place || isUsable(place)) return;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && activeElement !== place.element) return;
    let lost = place;
    for (let dialog = dialogOf(lost); dialog && !dialog.open; dialog = dialogOf(lost)) {
      const opener = openers.get(dialog);
      if (!opener) return;
      lost = opener;
    }
    place = undefined;
    const found = isUsable(lost) ? lost.element : replacementOf(lost);
    if (found) focusQuietly(found);
  }

  const observer = new MutationObserver(onChange);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'open', 'hidden'],
  });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
}

/** The dialog in which a place lay; it may have left the page with it. */
function dialogOf({ element, steps }: Place): HTMLDialogElement | null {
  const found =
    element.closest('dialog') ?? steps.find(({ parent }) => parent instanceof HTMLDialogElement)?.parent;
  return (found as HTMLDialogElement | undefined) ?? null;
}
