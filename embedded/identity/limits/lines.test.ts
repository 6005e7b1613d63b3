import { expect, test } from 'vitest';
import { lines } from './lines.ts';

/** Work that ends when the test says so. */
function held() {
  const going: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => going.push(resolve));
  return { going, work };
}

test('of one account and of one network three are at it at a time, and the next is refused at once', async () => {
  const inLine = lines();
  const { going, work } = held();
  const ana = (network: string) => inLine([{ id: 'ana' }, { id: network }], work);
  const first = [ana('a'), ana('b'), ana('c')];
  await expect(ana('d')).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  // What was refused took no place of its network.
  const others = ['x', 'y', 'z'].map((name) => inLine([{ id: name }, { id: 'd' }], work));
  await expect(inLine([{ id: 'bob' }, { id: 'd' }], work)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  for (const finish of going.splice(0)) finish();
  await Promise.all([...first, ...others]);
  const next = ana('d');
  for (const finish of going) finish();
  await expect(next).resolves.toBeUndefined();
});

test('a site has the places of four subscribers, and a place is given back by what fails', async () => {
  const inLine = lines();
  const { going, work } = held();
  const site = [{ id: 'site', times: 4 }];
  for (let i = 0; i < 12; i++) void inLine(site, work);
  await expect(inLine(site, work)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER');
  for (const finish of going) finish();
  await new Promise((resolve) => setImmediate(resolve));
  const fail = () => Promise.reject(new Error('wrong'));
  for (let i = 0; i < 20; i++) await expect(inLine(site, fail)).rejects.toThrow('wrong');
});
