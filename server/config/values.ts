import * as z from 'zod';

/* Kinds of values that several variables share; each says in a sentence what it must be. */

export const url = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a web address such as https://school.example.` });

export const positive = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a number above 0.` })
    .positive(`${name} must be a number above 0.`);

export const onOff = (name: string) => z.stringbool({ error: `${name} must be on or off.` });

export const withoutSlash = (address: string | undefined) => address?.replace(/\/+$/, '');
