import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of the product, such as 0.2.0. */
export function productVersion(): string {
  const file = findPackageJSON(import.meta.url);
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : 'unknown';
}
