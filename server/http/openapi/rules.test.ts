import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from './document.ts';

/* The document, by the rules that others check theirs by. Neither library asks anything of a network here. */

const document = openApiDocument({ title: 'Test API', version: '1.2.3', url: 'https://school.example/api' });
/** What spectral calls an error. */
const ERROR = 0;

async function findErrors(source: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({
    source: JSON.stringify(source),
    absoluteRef: '/openapi.json',
    config,
  });
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

async function findFaults(source: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [oas as RulesetDefinition] });
  const found = await linter.run(structuredClone(source) as Record<string, unknown>);
  return found
    .filter(({ severity }) => severity === ERROR)
    .map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`);
}

describe('The document of the calls', () => {
  test('has no error by redocly’s recommended rules, which find what is wrong', async () => {
    expect(await findErrors(document)).toEqual([]);
    const { security: _, ...open } = document.paths?.['/v1/me']?.get ?? {};
    const wrong = { ...document, webhooks: {}, paths: { '/v1/me': { get: open } } };
    expect(await findErrors(wrong)).toEqual([expect.stringContaining('security-defined')]);
  });

  test('has no error by spectral’s rules, which find what is wrong', { timeout: 300_000 }, async () => {
    expect(await findFaults(document)).toEqual([]);
    const wrong = { ...document, webhooks: {}, paths: { '/v1/me/{id}': document.paths?.['/v1/me'] } };
    expect(await findFaults(wrong)).toContainEqual(expect.stringContaining('path-params'));
  });
});
