import { expect, test } from 'vitest';
import { networksOf } from './networks.ts';

const ids = (ip: string) => networksOf(ip).map(({ id }) => id);

test('an IPv4 address counts by itself, however it is written', () => {
  expect(networksOf('203.0.113.7')).toEqual([{ id: '203.0.113.7', times: 1 }]);
  expect(ids('::ffff:203.0.113.7')).toEqual(['203.0.113.7']);
  expect(ids('')).toEqual(['']);
});

test('the addresses of one IPv6 subscriber count as one, and those of one site together as four', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:DB8:1:2:0:0:0:9'];
  for (const ip of same)
    expect(networksOf(ip)).toEqual([
      { id: '2001:db8:1:2::/64', times: 1 },
      { id: '2001:db8:1::/48', times: 4 },
    ]);
  expect(ids('2001:db8:1:3::1')).toEqual(['2001:db8:1:3::/64', '2001:db8:1::/48']);
  expect(ids('2001:db8:2:3::1')[1]).not.toBe(ids('2001:db8:1:3::1')[1]);
  expect(ids('::1')).toEqual(['0:0:0:0::/64', '0:0:0::/48']);
  expect(ids('fe80::1%eth0')[0]).toBe('fe80:0:0:0::/64');
  expect(ids('2001:db8::1:2:3:4')[0]).toBe('2001:db8:0:0::/64');
  expect(ids('not:an:address')).toEqual(['not:an:address']);
});
