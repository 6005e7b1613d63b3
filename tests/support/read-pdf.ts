import { getDocumentProxy } from 'unpdf';

export const openPdf = (bytes: Uint8Array) => getDocumentProxy(new Uint8Array(bytes));

type Node = { role?: string; alt?: string; type?: string; id?: string; children?: Node[] };
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openPdf>>['getPage']>>;

/** Each element of a page as `role: text`, in the order in which it is read. */
export async function readTree(page: Page): Promise<string[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  const inside: (string | undefined)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = inside.findLast((one) => one !== undefined);
      if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`);
    } else if (item.type === 'endMarkedContent') inside.pop();
    else inside.push(item.id ?? undefined);
  }
  const read: string[] = [];
  const visit = (node: Node) => {
    const own = (node.children ?? []).flatMap(({ type, id }) =>
      type === 'content' ? (texts.get(id ?? '') ?? []) : [],
    );
    if (node.role && node.role !== 'Root')
      read.push(`${node.role}: ${node.alt ?? own.join(' ').replace(/\s+/g, ' ').trim()}`.trim());
    for (const child of node.children ?? []) if (child.role) visit(child);
  };
  visit((await page.getStructTree()) as Node);
  return read;
}
