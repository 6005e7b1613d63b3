/** The one of `values` that an address names under `name`; anything else that somebody wrote there counts as nothing. */
export function chosen<T extends string>(
  address: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  return values.find((value) => value === address.get(name));
}
