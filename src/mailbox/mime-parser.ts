import PostalMime, { type PostalMimeOptions } from 'postal-mime';

/** postal-mime with parts that its types leave out. */
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & {
  currentNode: { contentDecoder: object | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
};

/**
 * Parser that takes the lines of a body as one piece of the mail. postal-mime keeps two objects for each: 1 MB of line
 * feeds takes 15 s and 1.9 GB, 16 MB of text 3 s and 600 MB. So they take 0.5 s and 0.2 s, and 140 MB.
 */
export class MimeParser extends Parser {
  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const node = this.currentNode;
    if (node.contentDecoder?.constructor.name === 'PassThroughDecoder') node.contentDecoder = createBodyDecoder();
    return super.processLine(line, isFinal);
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
