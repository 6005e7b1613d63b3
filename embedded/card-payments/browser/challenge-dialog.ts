import type { ChallengeOutcome } from '#contract/protocols/card-payments.ts';
import { language, t } from '#languages/t.ts';

/**
 * Shows the bank's question of a 3-D Secure payment, or of a card that is saved without one, and gives how the
 * person answered. Closing it without an answer is a refusal, as at a bank.
 */
export function askChallenge(payment?: { amount: number; currency: string }): Promise<ChallengeOutcome> {
  const dialog = document.createElement('dialog');
  dialog.className = 'card-challenge';
  dialog.setAttribute('aria-labelledby', 'card-challenge-title');
  dialog.setAttribute('aria-describedby', 'card-challenge-text');
  const title = document.createElement('h2');
  title.id = 'card-challenge-title';
  title.textContent = t('cards.challenge');
  const text = document.createElement('p');
  text.id = 'card-challenge-text';
  text.textContent = payment
    ? t('cards.challenge_asks', { price: priceText(payment.amount, payment.currency) })
    : t('cards.challenge_saves');
  const form = document.createElement('form');
  form.method = 'dialog';
  form.className = 'card-challenge-actions';
  form.append(
    button(t('cards.challenge_complete'), 'authenticated'),
    button(t('cards.challenge_fail'), 'failed'),
  );
  dialog.append(title, text, form);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'authenticated' ? 'authenticated' : 'failed');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

function button(label: string, outcome: ChallengeOutcome): HTMLButtonElement {
  const made = document.createElement('button');
  made.className = `card-challenge-${outcome}`;
  made.value = outcome;
  made.textContent = label;
  return made;
}

function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
