import { badRequest } from '#embedded/card-payments/errors.ts';

const PAIRS_MAX = 200;
const DEPTH_MAX = 5;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Form parameters as a tree; a list is a tree whose keys are its places. */
export type Tree = { [key: string]: string | Tree };

/**
 * Reads `a[b][0]=x&c[]=y`, the form encoding of Stripe's requests, bodies and queries alike. Throws a 400
 * `Refusal` for what is too long, too deep, badly encoded, contradictory, or named like a part of
 * JavaScript's objects.
 */
export function parseForm(text: string): Tree {
  const root: Tree = Object.create(null);
  const pairs = text === '' ? [] : text.split('&');
  if (pairs.length > PAIRS_MAX) throw badRequest(`A request has at most ${PAIRS_MAX} parameters.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    place(root, pathOf(name), cut < 0 ? '' : decode(pair.slice(cut + 1)), name);
  }
  return root;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badRequest('The request is not correctly form-encoded.');
  }
}

function pathOf(name: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!parts) throw badRequest(`Invalid parameter name: ${name}`);
  const path = [
    parts[1] ?? '',
    ...[...(parts[2] ?? '').matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? ''),
  ];
  if (path.length > DEPTH_MAX) throw badRequest(`Parameter nested too deeply: ${name}`);
  if (path.some((key) => FORBIDDEN.has(key))) throw badRequest(`Invalid parameter name: ${name}`);
  return path;
}

function place(root: Tree, path: string[], value: string, name: string): void {
  let tree = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(tree).length) : part;
    const found = tree[key];
    if (depth === path.length - 1) {
      if (found !== undefined) throw badRequest(`Parameter given twice: ${name}`);
      tree[key] = value;
      return;
    }
    if (typeof found === 'string') throw badRequest(`Parameter given twice: ${name}`);
    const next: Tree = found ?? Object.create(null);
    tree[key] = next;
    tree = next;
  }
}

/** The same text for the same parameters, in whatever order they came. */
export function canonical(tree: Tree): string {
  const keys = Object.keys(tree).sort();
  return `{${keys
    .map((key) => {
      const value = tree[key];
      return `${JSON.stringify(key)}:${typeof value === 'object' ? canonical(value) : JSON.stringify(value)}`;
    })
    .join(',')}}`;
}
