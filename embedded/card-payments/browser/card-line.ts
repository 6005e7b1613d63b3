import './card-element.css';
import { type PlainId, t } from '#languages/t.ts';
import {
  brandOf,
  CARD_FIELDS,
  type CardEntry,
  type CardFault,
  type CardField,
  digitsOf,
  show,
} from './card-entry.ts';

type Handlers = {
  onInput(field: CardField, typed: string): void;
  onLeave(field: CardField): void;
  onFocus(): void;
  onBlur(): void;
  onEscape(): void;
};

const LABELS = {
  number: 'cards.number',
  expiry: 'cards.expiry',
  cvc: 'cards.cvc',
} as const satisfies Record<CardField, PlainId>;

function placeholderOf(field: CardField): string {
  if (field === 'number') return '1234 1234 1234 1234';
  return t(field === 'expiry' ? 'cards.expiry_example' : 'cards.cvc');
}

const BRAND_NAMES = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: '',
};

let lines = 0;

/** The nodes of a card element: three labelled inputs in one line, and what reads or changes them. */
export function buildCardLine(handlers: Handlers) {
  lines += 1;
  const faultId = `card-line-${lines}-fault`;
  const root = node('div', 'card-line');
  root.setAttribute('role', 'group');
  root.setAttribute('aria-label', t('cards.details'));
  const brand = node('span', 'card-line-brand');
  brand.setAttribute('aria-hidden', 'true');
  const faultText = node('span', 'card-line-fault');
  faultText.id = faultId;
  const inputs = { number: input('number'), expiry: input('expiry'), cvc: input('cvc') };
  for (const field of CARD_FIELDS) {
    const cell = node('div', `card-line-cell card-line-${field}`);
    const label = node('label', 'card-line-field');
    const caption = node('span', 'card-line-label');
    caption.textContent = t(LABELS[field]);
    label.append(caption, inputs[field]);
    cell.append(label);
    // Next to the label, so that it is no part of the field's name.
    if (field === 'number') cell.append(brand);
    listen(field);
    root.append(cell);
  }
  root.append(faultText);
  root.addEventListener('focusin', ({ relatedTarget }) => {
    if (!isInside(relatedTarget)) handlers.onFocus();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!isInside(relatedTarget)) handlers.onBlur();
  });

  const isInside = (target: EventTarget | null) => target instanceof Node && root.contains(target);

  function listen(field: CardField) {
    const at = inputs[field];
    at.addEventListener('input', () => handlers.onInput(field, at.value));
    at.addEventListener('blur', () => handlers.onLeave(field));
    at.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') handlers.onEscape();
      // Deleting past the beginning continues in the previous field.
      if (event.key === 'Backspace' && at.value === '') focusBy(field, -1);
    });
  }

  function focusBy(field: CardField, step: number) {
    const to = CARD_FIELDS[CARD_FIELDS.indexOf(field) + step];
    if (to) inputs[to].focus();
  }

  return {
    root,
    focus: (field: CardField) => inputs[field].focus(),
    /** Moves on when the person has typed a field to its end. */
    focusAfter: (field: CardField) => {
      if (inputs[field].selectionStart === inputs[field].value.length) focusBy(field, 1);
    },
    blur: () => {
      for (const field of CARD_FIELDS) inputs[field].blur();
    },
    setDisabled: (disabled: boolean) => {
      for (const field of CARD_FIELDS) inputs[field].disabled = disabled;
    },
    /** Writes the digits in groups; the caret stays behind the digit that it was behind. */
    show: (entry: CardEntry) => {
      for (const field of CARD_FIELDS) write(inputs[field], show(field, entry[field]));
      const of = brandOf(entry.number);
      brand.dataset.brand = of;
      brand.textContent = BRAND_NAMES[of];
      inputs.cvc.placeholder =
        digitsOf('cvc', entry.number) === 4 ? t('cards.four_digits') : placeholderOf('cvc');
    },
    /** Marks the wrong fields, for screen readers too. */
    markFaults: (faultIn: (field: CardField) => CardFault | null) => {
      const faults = CARD_FIELDS.map((field) => ({ field, found: faultIn(field) }));
      faultText.textContent = faults.find(({ found }) => found)?.found?.message ?? '';
      for (const { field, found } of faults) {
        inputs[field].setAttribute('aria-invalid', String(found !== null));
        if (found) inputs[field].setAttribute('aria-describedby', faultId);
        else inputs[field].removeAttribute('aria-describedby');
      }
    },
  };
}

function node<T extends keyof HTMLElementTagNameMap>(tag: T, className: string): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

/**
 * No `name`, so that no form can send it; no autofill, since a person's own card is the one thing that must
 * not come here. WCAG 2.2, 1.3.5 asks for `cc-number` and the like where something about the user is
 * collected, which a test card is not.
 */
function input(field: CardField): HTMLInputElement {
  const made = node('input', 'card-line-input');
  made.type = 'text';
  made.dir = 'ltr';
  made.inputMode = 'numeric';
  made.autocomplete = 'off';
  made.spellcheck = false;
  made.placeholder = placeholderOf(field);
  made.setAttribute('autocorrect', 'off');
  return made;
}

function write(to: HTMLInputElement, text: string): void {
  if (to.value === text) return;
  const caret = to.selectionStart ?? to.value.length;
  const isAtEnd = caret >= to.value.length;
  const digitsBefore = to.value.slice(0, caret).replace(/\D/g, '').length;
  to.value = text;
  if (document.activeElement !== to) return;
  const place = isAtEnd ? text.length : placeAfter(text, digitsBefore);
  to.setSelectionRange(place, place);
}

function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (const [index, letter] of [...text].entries()) {
    if (seen === digits) return index;
    if (/\d/.test(letter)) seen += 1;
  }
  return text.length;
}
