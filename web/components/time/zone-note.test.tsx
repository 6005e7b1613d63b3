import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { zoneHere } from '#contract/formats.ts';
import { renderWithConfig } from '#web/lib/page/with-config.test-support.tsx';
import { ZoneNote } from './zone-note.tsx';

afterEach(cleanup);

const shown = (note: React.ReactNode, timezone: string) =>
  renderWithConfig(note, { school: { timezone } }).container.textContent;

test('whose clocks times are by is said where the reader’s show another', () => {
  expect(shown(<ZoneNote />, 'Asia/Kathmandu')).toBe('Times are in the school’s time zone (Kathmandu).');
  expect(shown(<ZoneNote />, zoneHere())).toBe('');
});
