import PostalMime, { type PostalMimeOptions } from 'postal-mime';
import { decodeMixedText, isReallyUtf8, mendEncodedWords } from './character-sets.ts';

/** A part of a mail, as postal-mime has it. */
interface MimeNode {
  state: 'header' | 'body' | 'finished';
  headerLines: string[];
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDecoder: object | null;
  content: ArrayBuffer | Uint8Array | null;
  getTextContent(): string;
}

/** postal-mime with parts that its types leave out. */
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & {
  currentNode: MimeNode;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode(node: MimeNode, alternative: MimeNode | false, isRelated: boolean): Promise<void>;
  isInlineTextNode(node: MimeNode): boolean;
};

/**
 * Parser that decides itself which character set a text has, and takes the lines of a body as one piece of the mail.
 * postal-mime keeps two objects for each: 1 MB of line feeds takes 15 s and 1.9 GB, 16 MB of text 3 s and 600 MB. So they
 * take 0.5 s and 0.2 s, and 140 MB.
 */
export class MimeParser extends Parser {
  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const node = this.currentNode;
    const isHeader = node.state === 'header';
    if (isHeader && line.length === 0) node.headerLines = mendEncodedWords(node.headerLines);
    if (node.contentDecoder?.constructor.name === 'PassThroughDecoder') node.contentDecoder = createBodyDecoder();
    const isRaw = isHeader && !isReallyUtf8(line);
    return super.processLine(isRaw ? Buffer.from(decodeMixedText(line)) : line, isFinal);
  }

  override async collectNode(node: MimeNode, alternative: MimeNode | false, isRelated: boolean): Promise<void> {
    const { value, params } = node.contentType.parsed;
    if (node.content !== null && (this.isInlineTextNode(node) || value === 'text/calendar')) {
      if (isReallyUtf8(node.content, params['charset'])) params['charset'] = 'utf-8';
      else if (node.getTextContent().includes('\uFFFD')) {
        node.content = Buffer.from(decodeMixedText(node.content));
        params['charset'] = 'utf-8';
      }
    }
    return super.collectNode(node, alternative, isRelated);
  }
}

function createBodyDecoder() {
  let body: Uint8Array | undefined;
  return {
    update(line: Uint8Array) {
      const start = body?.byteOffset ?? line.byteOffset;
      body = new Uint8Array(line.buffer, start, line.byteOffset + line.length - start);
    },
    finalize: async () => body ?? new Uint8Array(),
  };
}
