import { setImmediate } from 'node:timers/promises';
import PostalMime, { type Email, type Header, type PostalMimeOptions } from 'postal-mime';

/** Parts of postal-mime that its types leave out. Without them it parses as well, but slower. */
interface ParserParts {
  root: { headers: Header[] };
  currentNode: { contentDecoder: object | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  buildMessage(): Email;
}
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & ParserParts;
const maxFieldsLength = 200_000;

/** Parser that lets other work go on, and leaves out the longest fields of a header with more than 200 KB of them. */
export class MimeParser extends Parser {
  pauseAt = performance.now() + 20;

  constructor() {
    super({ forceRfc822Attachments: true, maxHeadersSize: 4 * 1024 * 1024 });
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const { contentDecoder } = this.currentNode;
    if (contentDecoder?.constructor.name === 'PassThroughDecoder')
      this.currentNode.contentDecoder = createBodyDecoder();
    if (performance.now() > this.pauseAt) {
      await setImmediate();
      this.pauseAt = performance.now() + 20;
    }
    return super.processLine(line, isFinal);
  }

  override buildMessage(): Email {
    let left = maxFieldsLength;
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
