/** An element of XML. Names are without their namespace prefixes, which the files that are read here do not need. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** Why a text is not XML that is read here. */
export class XmlError extends Error {}

/** What programs write is flatter than this. */
const DEEPEST = 100;

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!([A-Z]+)|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/**
 * Reads one XML document: elements, attributes and text.
 *
 * Written for what `virsh dumpxml` and exporters of OVF print. There are no document types, and so no entities beyond XML's own five and
 * numbers: nothing can be fetched, and nothing grows.
 */
export function readXml(source: string): XmlElement {
  const text = source.replace(/^\ufeff/, '');
  const root: Draft = { name: '', attributes: {}, children: [], text: '' };
  const open: Draft[] = [root];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      throw new XmlError(`line ${text.slice(0, at).split('\n').length} is not XML`);
    }
    at = TOKEN.lastIndex;
    const [, cdata, declaration, closed, opened, attributes = '', isEmpty, plain] = match;
    const top = open.at(-1)!;
    if (declaration !== undefined) {
      throw new XmlError('document types are not read');
    } else if (opened !== undefined) {
      const element: Draft = { name: localName(opened), attributes: attributesOf(attributes), children: [], text: '' };
      top.children.push(element);
      if (isEmpty !== '/') {
        open.push(element);
      }
      if (open.length > DEEPEST) {
        throw new XmlError(`elements are nested deeper than ${DEEPEST}`);
      }
    } else if (closed !== undefined) {
      if (open.length === 1 || top.name !== localName(closed)) {
        throw new XmlError(`</${closed}> closes nothing`);
      }
      open.pop();
    } else {
      top.text += cdata ?? (plain === undefined ? '' : decoded(plain));
    }
  }
  const [element] = root.children;
  if (open.length > 1 || element === undefined) {
    throw new XmlError(element === undefined ? 'there is no element in it' : `<${open.at(-1)!.name}> is not closed`);
  }
  return element;
}

interface Draft {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Draft[];
  text: string;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[localName(name)] = decoded(double ?? single ?? '');
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (_, hex, decimal, name) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    const known = name === undefined ? undefined : ENTITIES[name];
    if (known === undefined && (Number.isNaN(code) || code > 0x10ffff)) {
      throw new XmlError(`the entity &${name ?? ''}; is not known`);
    }
    return known ?? String.fromCodePoint(code);
  });
}

/** The first element of a name below another. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((each) => each.name === name);
}

/** All elements of a name below another. */
export function children(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((each) => each.name === name) ?? [];
}

/** The text of an element below another, without the space around it; nothing where there is none. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  const text = child(element, name)?.text.trim();
  return text === '' ? undefined : text;
}
