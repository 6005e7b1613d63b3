/** Addresses counted as one network, and how many times one subscriber's limit they share. */
export type Network = { readonly id: string; readonly times: number };

/**
 * A site has a /48 (RFC 6177), a mobile provider gives one to thousands: together they may do what so many
 * subscribers may.
 */
const SITE_TIMES = 4;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The eight groups of an IPv6 address, none left out. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail === undefined) return groups;
  const last = tail.split(':').filter(Boolean);
  return [...groups, ...Array<string>(8 - groups.length - last.length).fill('0'), ...last];
}

/**
 * The networks that an address counts for wherever a limit is by network, the narrowest first: an IPv4
 * address by itself, however it is written; an IPv6 address by its /64, since one subscriber holds 2^64
 * addresses, and by its /48, since many subscribers hold 65 536 of those.
 */
export function networksOf(ip: string): readonly [Network, ...Network[]] {
  const ipv4 = MAPPED.exec(ip)?.[1];
  if (ipv4 || !ip.includes(':') || !URL.canParse(`http://[${ip.replace(/%.*$/, '')}]`))
    return [{ id: ipv4 ?? ip.toLowerCase(), times: 1 }];
  const groups = groupsOf(ip);
  return [
    { id: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { id: `${groups.slice(0, 3).join(':')}::/48`, times: SITE_TIMES },
  ];
}
