import { SaxesParser } from 'saxes';

/** An element of a document, found by the local names on the way to it. */
export class XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The line of the document that it begins on. */
  readonly line: number;
  readonly children: XmlElement[] = [];
  content = '';

  constructor(name: string, attributes: Readonly<Record<string, string>>, line: number) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
  }

  all(...path: readonly string[]): XmlElement[] {
    return path.reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [this],
    );
  }

  one(...path: readonly string[]): XmlElement | undefined {
    return this.all(...path)[0];
  }

  /** The text of the first element on this way; empty if there is none. */
  text(...path: readonly string[]): string {
    return this.one(...path)?.content.trim() ?? '';
  }
}

/**
 * Reads a document into its elements; prefixes of names are left out. A document with a DTD is refused: entities of its own
 * could make a small file a huge one.
 */
export function readXml(text: string, onFault: (at: string, why: string) => never): XmlElement {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  parser.on('doctype', () => onFault(`line ${parser.line}`, 'it has a DOCTYPE'));
  parser.on('error', ({ message }) => onFault(`line ${parser.line}`, message));
  parser.on('opentag', ({ name, attributes }) => {
    const element = new XmlElement(name.replace(/^.*:/, ''), attributes, parser.line);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const add = (piece: string) => {
    const element = open.at(-1);
    if (element) element.content += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root ?? onFault('line 1', 'no element');
}
