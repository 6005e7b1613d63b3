import { compile } from '@fastify/proxy-addr';

/* Whom TRUST_PROXY names: addresses, ranges, and who connects at a Unix socket. */

/** No network of proxies is wider, such as `fc00::/7`. IPv4 addresses are `::ffff:0:0/96`, too. */
const WIDEST_BITS = 7;

/** A Unix socket has no addresses: its file's mode says who may connect. */
const UNIX = 'unix';

const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim());

/** A range of nearly all addresses would let each visitor choose the address that they are counted by. */
export function areProxies(list: string): boolean {
  const parts = partsOf(list).filter((part) => part !== UNIX);
  const bits = (part: string) => Number(/\/(\d+)$/.exec(part)?.[1] ?? WIDEST_BITS);
  if (parts.some((part) => /^\d+$/.test(part) || bits(part) < WIDEST_BITS)) return false;
  if (parts.some((part) => /^::ffff:/i.test(part) && part.includes('/') && bits(part) < 96 + WIDEST_BITS))
    return false;
  try {
    compile(parts);
    return true;
  } catch {
    return false;
  }
}

/** Whether who connects at a Unix socket is a proxy. */
export const trustsUnix = (list: string | false): boolean => list !== false && partsOf(list).includes(UNIX);

/** What Fastify's `trustProxy` takes for a list that is `areProxies`. */
export function trustOf(
  list: string | false,
): string | false | ((address: string | undefined, hop: number) => boolean) {
  if (list === false || !trustsUnix(list)) return list;
  const isProxy = compile(partsOf(list).filter((part) => part !== UNIX));
  return (address, hop) => address === undefined || isProxy(address, hop);
}
