import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Option } from 'commander';
import type { Conflict } from '../content/merge-words.ts';
import { theCommand } from '../enquiries/core/handling.ts';
import type { Published } from '../office/words/live-words.ts';
import type { Core } from '../start/open-core.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { counted, listed, shortTime } from './enquiry-text.ts';

const checkout = new Argument('<folder>', 'a checkout of this project: its folder content/ has the files');

export const wordCommands: readonly OperatorCommand<never>[] = [
  {
    name: 'list',
    summary: 'Lists what was published, the newest first',
    json: 'a JSON array: "number", "at", "by" and "reason"',
    examples: ['words list'],
    async run({ open, answer }) {
      const versions = await (await open()).wordsStore.versions();
      const cells = versions.map(({ number, at, by, reason }) => [`${number}`, shortTime(at), by, reason]);
      answer(versions, listed(cells, 'Nothing was published yet.', ['NUMBER', 'PUBLISHED', 'BY', 'REASON']));
    },
  },
  {
    name: 'export',
    summary: 'Writes the words that are live into a checkout',
    arguments: [checkout],
    json: 'a JSON object: "written" and "removed", the files',
    description: `A file that says the same already stays as it is, to the byte. Files of services, products and the
like that are not live any more are removed. Commit the result, and the next release has these words.`,
    examples: ['words export ~/website'],
    async run({ open, answer }, folder) {
      const { files } = await (await open()).liveWords.live();
      const { contentText, readContent } = await import('../content/read-content.ts');
      const place = (file: string): string => join(folder, 'content', file);
      const there = existsSync(place('site.yaml')) ? Object.keys(readContent(folder).files) : [];
      const removed = there.filter((file) => !Object.hasOwn(files, file));
      const texts = Object.entries(files).map(([file, value]) => [file, contentText(file, value)] as const);
      const written = texts.filter(
        ([file, text]) => !existsSync(place(file)) || readFileSync(place(file), 'utf8') !== text,
      );
      for (const [file, text] of written) {
        mkdirSync(dirname(place(file)), { recursive: true });
        writeFileSync(place(file), text);
      }
      for (const file of removed) rmSync(place(file));
      const names = { written: written.map(([file]) => file), removed };
      answer(names, [...names.written, ...removed.map((file) => `${file} (removed)`)].join('\n') || 'Nothing differs.');
    },
  },
  {
    name: 'import',
    summary: 'Publishes the words of a checkout',
    arguments: [checkout],
    options: [new Option('--reason <line>', 'why, for the list of publications').makeOptionMandatory()],
    json: 'a JSON object: "number" of the publication',
    description: 'All of them at once, as they are in its files: what is live and not in them goes.',
    examples: ['words import ~/website --reason "The texts of the spring campaign"'],
    async run({ options, ...call }: Call<{ reason: string }>, folder: string) {
      const core = await call.open();
      const { ContentError, readContent } = await import('../content/read-content.ts');
      try {
        const { files } = readContent(folder);
        const { number, conflicts } = await core.liveWords.live();
        const made = { by: theCommand, reason: options.reason, files, on: number, undecided: conflicts };
        await answerPublished(call, core, await core.liveWords.publish(made));
      } catch (fault) {
        if (fault instanceof ContentError) throw new CommandFailure(fault.message.split('\n'));
        throw fault;
      }
    },
  },
  {
    name: 'undo',
    summary: 'Takes the last publication back',
    json: 'a JSON object: "number" of the publication that does so',
    description:
      'What was live before is published again, as a publication of its own: undone again, it is taken back.',
    examples: ['words undo'],
    async run(call) {
      const core = await call.open();
      await answerPublished(call, core, await core.liveWords.undo(theCommand));
    },
  },
  {
    name: 'take-release',
    summary: 'Publishes the release’s text where what was published does not fit it',
    options: [new Option('--conflicts', 'also of fields that the office and the release have both changed')],
    json: 'a JSON object: "number" of the publication, and "taken", the fields: "file" and "path"',
    description: `A release whose rules have changed does not start on words that break them: it names the fields. Call
the command of that release. It changes just these; "words undo" takes it back.`,
    examples: ['words take-release', 'words take-release --conflicts'],
    async run({ options, ...call }: Call<{ conflicts?: true }>) {
      // The release that is to come may have to migrate the database yet.
      const core = await call.open(undefined, 'leave');
      const wanted = (conflicts: readonly Conflict[]) => (options.conflicts ? conflicts : []);
      const outcome = await core.liveWords.takeRelease(theCommand, (live) => wanted(live.conflicts));
      const taken = outcome.taken.map(({ file, path }) => ({ file, path }));
      await answerPublished(
        call,
        core,
        outcome,
        { taken },
        taken.map(({ file, path }) => [file, ...path].join(' ')),
      );
    },
  },
];

async function answerPublished(
  { answer }: Pick<Call, 'answer'>,
  { enquiries }: Core,
  published: Published,
  also: object = {},
  lines: readonly string[] = [],
): Promise<void> {
  switch (published.outcome) {
    case 'published': {
      await enquiries.keep('publish', theCommand, `${published.number}`);
      const inWords = `Published as number ${published.number}. Every server shows it within 5 seconds.`;
      return answer({ number: published.number, ...also }, [...lines, inWords]);
    }
    case 'unchanged':
      throw new CommandFailure('Nothing would change, so nothing was published.');
    case 'overtaken':
      throw new CommandFailure('Somebody has published at the same moment. Look at what is live, and call it again.');
    case 'reason':
      throw new CommandFailure('--reason takes one line of 1 to 200 characters.', 2);
    case 'faults': {
      const lines = published.faults.map(({ file, path, message }) => `${[file, ...path].join(' ')} ${message}`);
      throw new CommandFailure([`Nothing was published: ${counted(lines.length, 'fault', 'faults')}.`, ...lines]);
    }
  }
}
