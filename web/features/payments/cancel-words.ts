/** How long a student can cancel after enrolling, 0 hours: not at all; of several seats each by itself. */
export function cancelWords(hours: number, seats = 1): string {
  if (hours === 0) return 'An enrolment cannot be cancelled once it is paid.';
  const time =
    hours % 24 === 0 && hours >= 48 ? `${hours / 24} days` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return seats === 1
    ? `You can cancel within ${time} after enrolling; the whole amount then goes back to your card.`
    : `Each seat can be cancelled by itself within ${time} after enrolling; what you paid for it then goes back to your card.`;
}
