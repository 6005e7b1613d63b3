/** Whether a text is an IP address, or a range in CIDR notation; the server reads it by `node:net`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const isIpv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(address);
  const isIpv6 = !isIpv4 && address.includes(':') && URL.canParse(`http://[${address}]`);
  if (more.length > 0 || !(isIpv4 || isIpv6)) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIpv4 ? 32 : 128));
}
