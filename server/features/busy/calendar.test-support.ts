/** The lines of an event. */
export const eventOf = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');

/** A calendar as a program writes it. */
export const calendarOf = (...components: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Test//EN', ...components, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
