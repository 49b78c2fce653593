import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { parseMail } from './parse-mail.ts';
import type { RawMail } from './received-mail.ts';

// Program of `runMailParser`: reads a RawMail and the office's time zone from standard input, and writes the ReceivedMail to standard output.
const [raw, timeZone] = deserialize(await buffer(process.stdin)) as [RawMail, string];
process.stdout.write(serialize(await parseMail(raw, timeZone)));
