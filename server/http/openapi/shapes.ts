import type { OpenAPIV3_1 } from 'openapi-types';

type Schema =
  | NonNullable<OpenAPIV3_1.MediaTypeObject['schema']>
  | NonNullable<OpenAPIV3_1.ParameterObject['schema']>;

/**
 * A schema in the notation of TypeScript, which is shorter than its own: `{ price: number (≥ 0), feedback:
 * string | null }`.
 */
export function shapeOf(schema: Schema, indent = ''): string {
  if ('$ref' in schema) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const { anyOf, oneOf, enum: values, type } = schema;
  const choice = anyOf ?? oneOf;
  if (choice) return choice.map((one) => shapeOf(one, indent)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array' && 'items' in schema) return `${shapeOf(schema.items, indent)}[]`;
  if (type === 'object') {
    const inner = `${indent}  `;
    const fields = Object.entries(schema.properties ?? {}).map(
      ([name, field]) =>
        `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeOf(field, inner)}`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const name = schema.format ?? ([type ?? 'anything'].flat().join(' | ') || 'anything');
  return `${name}${limitsOf(schema)}`;
}

function limitsOf({ minimum, maximum, minLength, maxLength }: Exclude<Schema, { $ref: string }>): string {
  const limits = [
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && `≤ ${maximum}`,
    minLength !== undefined && `at least ${minLength}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ].filter((limit) => limit !== false);
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}
