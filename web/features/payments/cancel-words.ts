/** How long a student can cancel after enrolling; 0 hours: not at all. */
export function cancelWords(hours: number): string {
  if (hours === 0) return 'An enrolment cannot be cancelled once it is paid.';
  const time =
    hours % 24 === 0 && hours >= 48 ? `${hours / 24} days` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  return `You can cancel within ${time} after enrolling; the whole amount then goes back to your card.`;
}
