import { parseSync } from 'vite';

/*
 * Finds English words that stand in a source and are no message: in JSX, in attributes, in strings and
 * templates that read as words. It prefers to say too much about what people read and nothing about the rest.
 */

// biome-ignore lint/suspicious/noExplicitAny: nodes are of many shapes, and each reader knows its own.
type Node = { type: string; start: number; end: number; [key: string]: any };

/** Attributes that hold no words, whatever they hold. */
const SILENT_ATTRIBUTE =
  /^(class(Name)?|\w+Class(Name)?|id|key|ref|to|href|sandbox|src|srcSet|srcDoc|sizes|media|type|rel|name|value|defaultValue|role|tone|d|viewBox|points|transform|fill|stroke|htmlFor|form\w*|method|action|target|style|lang|hrefLang|dir|pattern|inputMode|enterKeyHint|auto\w+|as|loading|decoding|fetchPriority|crossOrigin|property|httpEquiv|charSet|accept|encType|scope|color|list|step|min|max|slot|nonce|integrity|xmlns\w*|data-.+|aria-(labelledby|describedby|controls|live|current|haspopup|owns|activedescendant|errormessage|sort|details|relevant|autocomplete|orientation|hidden|expanded|selected|checked|pressed|busy|atomic|invalid))$/;
/** Among them these hold words where the value has a space and begins with a capital letter. */
const SOMETIMES = /^(action|content)$/;
/** Attributes and properties that are read by people, so that one small word counts. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|alt|placeholder|\w*[lL]abel|hint|lead|intro|caption|sentence|legend|\w*[hH]eading|done|failed|summary|unit|announce\w*|notice)$/;
/** Properties that hold values of the wire, of the platform or of a style. */
const SILENT_PROPERTY =
  /^(@.+|class(Name)?|\w+Class(Name)?|id|_id|key|type|kind|value|href|to|url|path|pathname|method|mode|rel|role|tone|variant|group|level|category|timezone|timeZone|locale|lang|weekday|month|dateStyle|timeStyle|credentials|cache|redirect|headers|property|httpEquiv|itemprop|style|font\w*|color|width|height|inset|transform|transition|easing|rootMargin|signal|intent|accept\w*|encoding|mimeType|code|event|attributeFilter|sizes|media|as|font|behavior|block)$/;
/** Functions that are told no words. */
const SILENT_CALL =
  /^(t|rich|require|import|includes|startsWith|endsWith|indexOf|lastIndexOf|get|getAll|has|append|delete|set|setAttribute|getAttribute|removeAttribute|hasAttribute|toggleAttribute|querySelector(All)?|getElement\w*|closest|matches|matchMedia|addEventListener|removeEventListener|createElement(NS)?|getItem|setItem|removeItem|split|test|match|matchAll|search|localeCompare|fetch|Symbol|URL|URLSearchParams|RegExp|DateTimeFormat|NumberFormat|Collator|CustomEvent|Event|Worker|BroadcastChannel|Blob|File|Headers|log|warn|error|info|debug|trace|assert|mark|measure|postMessage|\w*Error|setProperty|getPropertyValue|execCommand|supports|createObjectStore|useKeptDraft|styleOf|classesOf)$/;
/** Capitalised words of the platform and of the wire. */
const CODE_WORD =
  /^(Enter|Escape|Tab|Shift|Control|Alt|Meta|Space|Backspace|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Beginner|Intermediate|Advanced|Kids|Teens|Adults|Weekly|InStock|SoldOut|Onsite|Online|Blended|Content-Type|Content-Disposition|Accept|Authorization|Bearer.*|Abort|Infinity|Intl|Date|Cadenza)$/;

const CSS_TOKEN = /^[!-]?[a-z@*[][\w@*:/.[\]()%,#&=>!-]*$/;
const CSS_SURE =
  /(^|:)-?(text|font|bg|border|btn|badge|flex|grid|block|inline|hidden|contents|relative|absolute|sticky|fixed|m[tbsexylr]?|p[tbsexylr]?|gap(-[xy])?|[wh]|size|min|max|sm|md|lg|xl|rounded|items|justify|self|content|opacity|order|overflow|space|divide|shadow|ring|outline|z|top|bottom|left|right|start|end|inset|col|row|link|input|select|textarea|alert|tab|menu|card|modal|dialog|checkbox|radio|toggle|wrap|whitespace|leading|tracking|truncate|line|list|underline|uppercase|tabular|animate|transition|duration|translate|rotate|scale|fill|stroke|cursor|print|sr|not|object|aspect|panel|step|steps|join|loading|skeleton|decoration|align|break|bg-linear|from|via|group|peer)(-[\w[\]./%()#,]+)+$/;
const isStyle = (text: string): boolean => {
  const tokens = text.replaceAll(HOLE, '').trim().split(/\s+/);
  return tokens.every((token) => CSS_TOKEN.test(token)) && tokens.some((token) => CSS_SURE.test(token));
};
/** Addresses, selectors, media queries, paths of drawings, types of files, markup. */
const isCode = (text: string): boolean =>
  /:\/\/|^[./#?@&]|^mailto:|^tel:|^\(|\bvar\(|calc\(|^--|\d(px|rem|vw|vh|ms)\b|^[Mm][\d.-]|^\w+\/[\w.+*-]+(;|$)|^</.test(
    text,
  ) ||
  /\.(xml|json|txt|csv|ics|m?js|css|png|svg|webp|html)\b/.test(text) ||
  /^[\w.-]+(\[|=|:)\S*$/.test(text.trim()) ||
  /^:|^[a-z]+(, [a-z]+)+$/.test(text);

const HOLE = '\ufffc';
const WORD = /^[“„"‘’([]*\p{L}[\p{L}’'-]*[”"’)\].,;:!?…]*$/u;

/** Whether a text reads as words: several, or one that is written as a label or a sentence is. */
function isWords(text: string, isSpoken = false): boolean {
  const said = text.trim();
  if (!/\p{L}/u.test(said) || isCode(said) || isStyle(said)) return false;
  if (!isSpoken && CODE_WORD.test(said)) return false;
  const tokens = said.split(/\s+/);
  const words = tokens.filter(
    (token) => WORD.test(token) && (/\p{L}{2}/u.test(token) || /^[aI]$/.test(token)),
  );
  if (tokens.length > 1) return words.length > 0;
  if (isSpoken) return words.length > 0 || (said.includes(HOLE) && /\p{L}{2}/u.test(said));
  if (/^\s|\s$/.test(text) && words.length > 0) return true;
  return /^\p{Lu}\p{Ll}+(-\p{Ll}+)*[.?!…:]?$/u.test(said);
}

const isFunction = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|Function(Expression|Declaration))$/.test(type);
const nameOfKey = (key?: Node): string => key?.name ?? (key?.type === 'Literal' ? String(key.value) : '');
const nameOfAttribute = ({ name }: Node): string =>
  name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
const calleeName = ({ callee }: Node): string =>
  callee?.type === 'MemberExpression' ? nameOfKey(callee.property) : (callee?.name ?? '');

/** Whether a string stands where no one reads it. */
function isSilent(node: Node, parents: readonly Node[]): boolean {
  let inner = node;
  for (let at = parents.length - 1; at >= 0; at--) {
    const parent = parents[at] as Node;
    switch (parent.type) {
      case 'JSXAttribute': {
        const name = nameOfAttribute(parent);
        const text = textOf(node);
        return SOMETIMES.test(name) ? !/^\p{Lu}/u.test(text) : SILENT_ATTRIBUTE.test(name);
      }
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
        if (parent.source === inner) return true;
        break;
      case 'Property':
        if (parent.key === inner) return true;
        if (SILENT_PROPERTY.test(nameOfKey(parent.key))) return true;
        break;
      case 'MemberExpression':
        if (parent.property === inner) return true;
        break;
      case 'BinaryExpression':
        if (parent.operator !== '+') return true;
        break;
      case 'SwitchCase':
      case 'ConditionalExpression':
        if (parent.test === inner) return true;
        break;
      case 'CallExpression':
      case 'NewExpression':
        if (parent.callee !== inner && SILENT_CALL.test(calleeName(parent))) return true;
        break;
      case 'TaggedTemplateExpression':
        if (/^(css|sql|html|raw)$/.test(nameOfKey(parent.tag.property ?? parent.tag))) return true;
        break;
      case 'ThrowStatement':
        if (parent.argument?.type === 'NewExpression') return true;
        break;
      case 'VariableDeclarator':
        if (/class(es|name)$|^(style|css|tone|icon)/i.test(parent.id.name ?? '') && isStyleLike(textOf(node)))
          return true;
        break;
      case 'ExpressionStatement':
        if (parent.directive) return true;
        break;
      default:
        if (/^TS(Literal|TemplateLiteral|Enum|Module|Import)/.test(parent.type)) return true;
    }
    inner = parent;
  }
  return false;
}
const isStyleLike = (text: string): boolean =>
  text
    .trim()
    .split(/\s+/)
    .every((token) => CSS_TOKEN.test(token));

/** The text of a string or a template, with a hole for each expression. */
const textOf = (node: Node): string =>
  node.type === 'TemplateLiteral'
    ? node.quasis.map(({ value }: Node) => value.cooked ?? value.raw).join(HOLE)
    : String(node.value ?? '');

/** Whether a small word alone counts here: in JSX, in what is spoken, beside the words of a function. */
function isSpokenPlace(parents: readonly Node[]): boolean {
  for (let at = parents.length - 1; at >= 0; at--) {
    const parent = parents[at] as Node;
    if (parent.type === 'JSXExpressionContainer') {
      const outer = parents[at - 1] as Node;
      return outer.type !== 'JSXAttribute' || SPOKEN.test(nameOfAttribute(outer));
    }
    if (parent.type === 'JSXAttribute') return SPOKEN.test(nameOfAttribute(parent));
    if (parent.type === 'Property') return SPOKEN.test(nameOfKey(parent.key));
    if (parent.type === 'TemplateLiteral')
      return isWords(textOf(parent)) && !isSilent(parent, parents.slice(0, at));
    if (isFunction(parent)) {
      const outer = parents[at - 1];
      return /(Words|Text|Label|Sentence)$/.test(parent.id?.name ?? outer?.id?.name ?? '');
    }
    if (
      !/^(ConditionalExpression|LogicalExpression|ReturnStatement|IfStatement|BlockStatement|TSAsExpression|ArrayExpression)$/.test(
        parent.type,
      )
    )
      return false;
  }
  return false;
}

/** Calls `visit` with each node and what is around it, from the outside in, until it gives false. */
function walk(node: Node, visit: (node: Node, parents: Node[]) => boolean, parents: Node[] = []): void {
  if (!visit(node, parents)) return;
  const below = [...parents, node];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeArguments') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, visit, below);
  }
}

const isBare = (node: Node, parents: Node[]): boolean => {
  if (node.type === 'JSXText') return /\p{L}/u.test(node.value);
  const isString = node.type === 'Literal' && typeof node.value === 'string';
  if (!isString && node.type !== 'TemplateLiteral') return false;
  return isWords(textOf(node), isSpokenPlace(parents)) && !isSilent(node, parents);
};

/** The words of a source that are no message, each with its line. Throws where it is no source. */
export function findWords(code: string, file: string): { line: number; text: string }[] {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Node[] = [];
  walk(program as unknown as Node, (node, parents) => {
    if (isBare(node, parents)) found.push(node);
    return !/^TS.*(Type|Interface|Alias|Keyword)/.test(node.type);
  });
  return found.map(({ start, end }) => ({
    line: code.slice(0, start).split('\n').length + (/^\s*\n/.test(code.slice(start, end)) ? 1 : 0),
    text: code.slice(start, end).replace(/\s+/g, ' ').trim(),
  }));
}
