import { setImmediate } from 'node:timers/promises';
import PostalMime, { type Email, type Header, type PostalMimeOptions } from 'postal-mime';

/** postal-mime with parts that its types leave out. Without them it parses as well, but slower. */
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & {
  root: { headers: Header[] };
  currentNode: { contentDecoder: object | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  buildMessage(): Email;
};

/** Parser that lets other work go on, and leaves out the longest fields of a header with more than 200 KB of them. */
export class MimeParser extends Parser {
  lineCount = 0;

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const node = this.currentNode;
    if (node.contentDecoder?.constructor.name === 'PassThroughDecoder') node.contentDecoder = createBodyDecoder();
    this.lineCount += 1;
    if (this.lineCount % 1000 === 0) await setImmediate();
    return super.processLine(line, isFinal);
  }

  override buildMessage(): Email {
    let left = 200_000;
    this.root.headers = this.root.headers.filter(({ value }) => value.length <= left && (left -= value.length) >= 0);
    return super.buildMessage();
  }
}

/** Takes the lines of a body as one piece of the mail. postal-mime keeps two objects for each: minutes for millions. */
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
