import { BlockList, isIP } from 'node:net';

/**
 * Not public by the IANA registry of special-purpose IPv4 addresses, with multicast: loopback, private,
 * link-local, metadata and the rest.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/**
 * Of the only public part of IPv6: protocol assignments with Teredo, documentation, and 6to4, which leads to
 * an IPv4 address.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];
const PUBLIC_V6 = ['2000::/3'];

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6]);
const global6 = listOf(PUBLIC_V6);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Whether an IP address is one of the public Internet. An IPv4 address within an IPv6 one
 * (`::ffff:127.0.0.1`, `64:ff9b::7f00:1`) is not: no public server is named so.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
