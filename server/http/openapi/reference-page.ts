import markdownIt from 'markdown-it';
import type { OpenAPIV3_1 } from 'openapi-types';
import { shapeOf } from './shapes.ts';
import { STYLES } from './styles.ts';

type Operation = OpenAPIV3_1.OperationObject & { operationId: string };
type Call = { method: string; path: string; operation: Operation };

const markdown = markdownIt({ linkify: false });
const { escapeHtml } = markdown.utils;

/** The document as a page for people: one file, without a script and without anything from elsewhere. */
export function referencePage(document: OpenAPIV3_1.Document): string {
  const calls = callsOf(document.paths);
  const events = callsOf(document.webhooks as OpenAPIV3_1.PathsObject | undefined);
  const tags = (document.tags ?? []).map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  const title = escapeHtml(`${document.info.title} ${document.info.version}`);
  const schemas = Object.entries(document.components?.schemas ?? {});
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLES}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Calls">
<p class="title">${title}</p>
${tags.map(navigationOf).join('\n')}
<h2><a href="#webhooks">Webhooks</a></h2>
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="calls">
<h1>${escapeHtml(document.info.title)}</h1>
${markdown.render(introductionTo(document))}
${calls.map((call) => section(call.operation.operationId, callText(call, document))).join('\n')}
<h2 id="webhooks">Webhooks</h2>
${events.map(({ path, operation }) => section(`event-${path}`, eventText(path, operation))).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => section(name, `### ${name}\n\n${code(shapeOf(schema))}`)).join('\n')}
</main>
</body>
</html>
`;
}

const callsOf = (paths: OpenAPIV3_1.PathsObject = {}): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  );

const navigationOf = ({
  name,
  calls,
}: {
  name: string;
  calls: readonly Call[];
}) => `<h2>${escapeHtml(name)}</h2>
<ul>${calls.map(({ operation: { operationId } }) => `<li><a href="#${operationId}">${operationId}</a></li>`).join('')}</ul>`;

const section = (id: string, text: string) => `<section id="${id}">${markdown.render(text)}</section>`;

const code = (text: string, language = '') => `\`\`\`${language}\n${text}\n\`\`\``;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const introductionTo = ({ info, servers = [], components }: OpenAPIV3_1.Document) => `${info.description}

Every path begins with \`${servers[0]?.url}\`. The same as a file for machines: [openapi.json](openapi.json) (OpenAPI 3.1).

| token | |
|---|---|
${Object.entries(components?.securitySchemes ?? {})
  .map(
    ([name, scheme]) =>
      `| \`${name}\` | ${cell('description' in scheme ? (scheme.description ?? '') : '')} Sent as \`Authorization: Bearer …\`. |`,
  )
  .join('\n')}`;

function callText({ method, path, operation }: Call, { components }: OpenAPIV3_1.Document): string {
  const { operationId, summary, description, parameters = [], requestBody, responses = {} } = operation;
  return [
    `### ${operationId}`,
    `\`${method} ${path}\``,
    `${summary} ${description}`,
    parametersText(parameters as OpenAPIV3_1.ParameterObject[]),
    bodyText('Body', requestBody as OpenAPIV3_1.RequestBodyObject | undefined),
    bodyText('Answer', responses[200] as OpenAPIV3_1.ResponseObject),
    refusalsText(responses, components?.responses ?? {}),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const eventText = (event: string, { summary, description, requestBody }: Operation) =>
  [
    `### ${event}`,
    `${summary} ${description}`,
    bodyText('Message', requestBody as OpenAPIV3_1.RequestBodyObject | undefined),
  ].join('\n\n');

function parametersText(parameters: readonly OpenAPIV3_1.ParameterObject[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: where, schema }) => `| \`${name}\` | ${where} | ${cell(`\`${shapeOf(schema ?? {})}\``)} |`,
  );
  return ['| parameter | in | |', '|---|---|---|', ...rows].join('\n');
}

function bodyText(
  title: string,
  body: OpenAPIV3_1.RequestBodyObject | OpenAPIV3_1.ResponseObject | undefined,
): string {
  const [entry] = Object.entries(body?.content ?? {});
  if (!entry) return '';
  const [type, { schema = {}, example }] = entry;
  const shape = shapeOf(schema);
  const shown = example === undefined ? '' : `\n\n${code(JSON.stringify(example, null, 2), 'json')}`;
  return `**${title}** ${shape.includes('\n') ? `\`${type}\`\n\n${code(shape)}` : `${linkTo(shape)} \`${type}\``}${shown}`;
}

/** A shape of one line, as a link where it names a schema. */
function linkTo(shape: string): string {
  const [, name, list = ''] = /^([A-Z]\w+)(\[\])?$/.exec(shape) ?? [];
  return name ? `[${name}](#${name})${list}` : `\`${shape}\``;
}

function refusalsText(
  responses: OpenAPIV3_1.ResponsesObject,
  problems: NonNullable<OpenAPIV3_1.ComponentsObject['responses']>,
): string {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return [];
    const problem = problems[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)];
    const codes = problem && 'description' in problem ? (problem.description ?? '').split('\n\n') : [];
    return codes.map((one) => {
      const [, name = '', sentence = ''] = /^`(.+?)`: (.*)$/s.exec(one) ?? [];
      return `| ${status} | \`${name}\` | ${cell(sentence)} |`;
    });
  });
  return ['| status | code | |', '|---|---|---|', ...rows].join('\n');
}
