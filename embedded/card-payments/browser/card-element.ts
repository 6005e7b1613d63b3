import type {
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeElementClasses,
} from '@stripe/stripe-js';
import {
  brandOf,
  CARD_FIELDS,
  type CardEntry,
  type CardFault,
  type CardField,
  digitsIn,
  digitsOf,
  EMPTY_ENTRY,
  faultOf,
  show,
} from './card-entry.ts';
import { buildCardLine } from './card-line.ts';
import { listeners } from './listeners.ts';

type Options = { disabled?: boolean; classes?: StripeElementClasses };

/**
 * The card element with its back door: `read` gives what was typed, or what is wrong with it and marks that.
 */
export type CardElement = { element: StripeCardElement; read(): CardEntry | CardFault };

/**
 * Stripe's `CardElement`, embedded: one line with number, expiry and security code. What is typed lives in
 * the inputs alone and is gone with them. `now` gives epoch milliseconds; `onDestroy` is notified of its end.
 */
export function createCardElement(
  initial: Options,
  { now, onDestroy }: { now: () => number; onDestroy: () => void },
): CardElement {
  let options = initial;
  let entry: CardEntry = EMPTY_ENTRY;
  let host: HTMLElement | null = null;
  const left = new Set<CardField>();
  const events = listeners();
  const line = buildCardLine({
    onInput: (field, typed) => {
      let digits = digitsIn(field, typed, entry.number);
      // Deleting the slash deletes the digit before it.
      const shown = show(field, entry[field]);
      const isTrimmed = typed !== shown && shown.startsWith(typed);
      if (field === 'expiry' && isTrimmed && digits === entry.expiry) digits = digits.slice(0, -1);
      const isLonger = digits.length > entry[field].length;
      entry = { ...entry, [field]: digits };
      if (field === 'number') entry = { ...entry, cvc: digitsIn('cvc', entry.cvc, digits) };
      left.delete(field);
      line.show(entry);
      refresh();
      const isFull = digits.length === digitsOf(field, entry.number);
      if (isLonger && isFull && !faultOf(field, entry, now())) line.focusAfter(field);
    },
    onLeave: (field) => {
      if (entry[field] !== '') left.add(field);
      refresh();
    },
    onFocus: () => {
      mark('focus', true);
      events.emit('focus', { elementType: 'card' });
    },
    onBlur: () => {
      mark('focus', false);
      events.emit('blur', { elementType: 'card' });
    },
    onEscape: () => events.emit('escape', { elementType: 'card' }),
  });

  /** A fault is shown once it cannot be mended by typing on, or when the person has left the field. */
  function shownFault(field: CardField): CardFault | null {
    const found = faultOf(field, entry, now());
    return found && (left.has(field) || !found.code.startsWith('incomplete_')) ? found : null;
  }

  const firstFault = (of: (field: CardField) => CardFault | null) =>
    CARD_FIELDS.map(of).find((found) => found !== null);

  const isComplete = () => !firstFault((field) => faultOf(field, entry, now()));
  const isEmpty = () => CARD_FIELDS.every((field) => entry[field] === '');

  let reported = '';
  function refresh() {
    line.markFaults(shownFault);
    const error = firstFault(shownFault);
    const change: StripeCardElementChangeEvent = {
      elementType: 'card',
      empty: isEmpty(),
      complete: isComplete(),
      error,
      value: { postalCode: '' },
      brand: brandOf(entry.number),
    };
    mark('complete', change.complete);
    mark('empty', change.empty);
    mark('invalid', error !== undefined);
    const news = JSON.stringify(change);
    if (news === reported) return;
    reported = news;
    events.emit('change', change);
  }

  /** Stripe's class names on the node that the element is mounted in. */
  function mark(state: 'base' | 'complete' | 'empty' | 'focus' | 'invalid', is: boolean) {
    const name = options.classes?.[state] ?? (state === 'base' ? 'StripeElement' : `StripeElement--${state}`);
    host?.classList.toggle(name, is);
  }

  const clear = () => {
    entry = EMPTY_ENTRY;
    left.clear();
    line.show(entry);
    refresh();
  };
  const unmount = () => {
    line.root.remove();
    host = null;
  };

  const element: StripeCardElement = {
    mount: (target) => {
      const node = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
      if (!node) throw new Error(`There is no element ${target} to mount the card element in.`);
      host = node;
      node.replaceChildren(line.root);
      mark('base', true);
      mark('empty', isEmpty());
      line.setDisabled(options.disabled ?? false);
      setTimeout(() => events.emitOnce('ready', { elementType: 'card' }));
    },
    unmount,
    destroy: () => {
      clear();
      events.clear();
      unmount();
      onDestroy();
    },
    clear,
    focus: () => line.focus('number'),
    blur: () => line.blur(),
    update: (changed) => {
      options = { ...options, ...changed };
      line.setDisabled(options.disabled ?? false);
    },
    on: (type: string, handler: (event: never) => unknown) => {
      events.add(type, handler);
      return element;
    },
    once: (type: string, handler: (event: never) => unknown) => {
      events.add(type, handler, true);
      return element;
    },
    off: (type: string, handler?: (event: never) => unknown) => {
      events.remove(type, handler);
      return element;
    },
  };

  const read = () => {
    for (const field of CARD_FIELDS) left.add(field);
    refresh();
    const found = firstFault(shownFault);
    const at = CARD_FIELDS.find((field) => shownFault(field));
    if (at) line.focus(at);
    return found ?? entry;
  };

  return { element, read };
}
