import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { securityHeaders } from './security.ts';

const transportOf = (options: Parameters<typeof securityHeaders>[0]) =>
  securityHeaders(options).pages['strict-transport-security'];

test('https is asked for by name alone, and for the names below it by choice', () => {
  expect(transportOf({ isHttps: false, hasSubdomains: true })).toBeUndefined();
  expect(transportOf({ isHttps: true })).toBe('max-age=31536000');
  expect(transportOf({ isHttps: true, hasSubdomains: true })).toBe('max-age=31536000; includeSubDomains');
  expect(readConfig({}).hstsSubdomains).toBe(false);
  expect(readConfig({ HSTS_SUBDOMAINS: 'on' }).hstsSubdomains).toBe(true);
});
