import * as z from 'zod';

/* Kinds of values that several variables share; each says in a sentence what it must be. */

export const url = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a web address such as https://school.example.` });

/** A number in decimal digits; `0x50`, `3e3` and a blank are none. `said` is the sentence of every fault. */
export const decimal = (said: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, said)
    .pipe(z.coerce.number(said));

/** A whole number in decimal digits, within bounds that are its own. */
export const wholeNumber = (said: string, { min, max }: { min: number; max: number }) =>
  decimal(said).refine((value) => Number.isInteger(value) && value >= min && value <= max, said);

export const positive = (name: string) => {
  const said = `${name} must be a number above 0.`;
  return decimal(said).refine((value) => value > 0, said);
};

export const onOff = (name: string) => z.stringbool({ error: `${name} must be on or off.` });

export const withoutSlash = (address: string | undefined) => address?.replace(/\/+$/, '');
