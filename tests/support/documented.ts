import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { openApiDocument } from '#server/http/openapi/document.ts';

/** What a call was answered; `path` with `/api` and whatever query, `body` as text. */
export type SeenAnswer = { method: string; path: string; status: number; type: string; body: string };

const document = openApiDocument({ title: 'Test', version: '0.0.0', url: '/api' });
const ajv = new Ajv2020({
  strict: false,
  formats: { 'date-time': isMoment, date: /^\d{4}-\d\d-\d\d$/ },
}).addSchema(document, 'api');

function isMoment(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

type Documented = {
  method: string;
  /** How much of the path is no parameter. */
  words: number;
  pattern: RegExp;
  pointer: string;
  operation: OpenAPIV3_1.OperationObject;
};

/** Those with the most words of their own first: `/blog/page` is no post, and `/invoices/1.pdf` no invoice. */
const calls: Documented[] = Object.entries(document.paths ?? {})
  .flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      words: path.replace(/\{.+?\}/g, '').length,
      pattern: new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/\{.+?\}/g, '[^/]+')}/?$`),
      pointer: `/paths/${path.replaceAll('/', '~1')}/${method}/responses`,
      operation: operation as OpenAPIV3_1.OperationObject,
    })),
  )
  .sort((one, other) => other.words - one.words);

const validators = new Map<string, ValidateFunction>();
const validatorAt = (pointer: string) => {
  const known = validators.get(pointer);
  if (known) return known;
  const validator = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
  validators.set(pointer, validator);
  return validator;
};

/**
 * What the document of the calls does not say of an answer, as a sentence; undefined where it says it all, or
 * where the path is none of its calls.
 */
export function findUndocumented({ method, path, status, type, body }: SeenAnswer): string | undefined {
  const where = new URL(path, 'http://school').pathname;
  const call = calls.find((one) => one.method === method && one.pattern.test(where));
  if (!call) return undefined;
  const answered = `${call.operation.operationId} (${method} ${where}) answered ${status}`;
  const response = call.operation.responses?.[status];
  if (!response) return `${answered}, which it does not declare: ${body.slice(0, 200)}`;
  const name = '$ref' in response ? response.$ref.slice(response.$ref.lastIndexOf('/') + 1) : undefined;
  const described = name ? document.components?.responses?.[name] : response;
  const [media] = type.split(';');
  const content = described && 'content' in described ? described.content : undefined;
  if (!content) return undefined;
  if (!media || !content[media]) return `${answered} with ${type}, which it does not declare.`;
  if (!media.endsWith('json')) return undefined;
  const base = name ? `/components/responses/${name}` : `${call.pointer}/${status}`;
  const validator = validatorAt(`${base}/content/${media.replaceAll('/', '~1')}/schema`);
  if (validator(JSON.parse(body))) return undefined;
  return `${answered} with what its schema does not say: ${ajv.errorsText(validator.errors)} in ${body.slice(0, 300)}`;
}
