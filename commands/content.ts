import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Option } from 'commander';
import { getField, setField, type ContentFiles } from '../content/merge-content.ts';
import { commandActor } from '../enquiries/act.ts';
import { formatIssue, type PublicationResult } from '../content/content-repository.ts';
import type { Core } from '../start/open-core.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { pluralise, formatTable, formatTime } from './enquiry-text.ts';

export const contentCommands: readonly OperatorCommand<never>[] = [
  {
    name: 'list',
    summary: 'Lists what was published, the newest first',
    json: 'a JSON array: "number", "at", "by" and "reason"',
    examples: ['content list'],
    async run({ open, answer }) {
      const versions = await (await open()).wordsStore.versions();
      const cells = versions.map(({ number, at, by, reason }) => [`${number}`, formatTime(at), by, reason]);
      answer(versions, formatTable(cells, 'Nothing was published yet.', ['NUMBER', 'PUBLISHED', 'BY', 'REASON']));
    },
  },
  {
    name: 'export',
    summary: 'Writes the words that are live into a checkout',
    arguments: [new Argument('<folder>', 'a checkout of this project: its folder content/ has the files')],
    json: 'a JSON object: "written" and "removed", the files',
    description: `A file that says the same already stays as it is, to the byte. Files of services, products and the
like that are not live any more are removed. Commit the result, and the next release has these words.`,
    examples: ['content export ~/website'],
    async run({ open, answer }, folder) {
      const { files } = await (await open()).liveWords.live();
      const { formatContentFile, readContent } = await import('../content/read-content.ts');
      const place = (file: string): string => join(folder, 'content', file);
      const there = existsSync(place('site.yaml')) ? Object.keys(readContent(folder).files) : [];
      const removed = there.filter((file) => !Object.hasOwn(files, file));
      const texts = Object.entries(files).map(([file, value]) => [file, formatContentFile(file, value)] as const);
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
    summary: 'Publishes single files, of this release or as they are written',
    arguments: [new Argument('<file...>', 'home.yaml for that of this release, or the path of one under content/')],
    options: [new Option('--reason <line>', 'why, for the list of publications').makeOptionMandatory()],
    json: 'a JSON object: "number" of the publication',
    description: `All else that is live stays as it is, and every page is rendered first. A release whose rules have changed is
refused as an update while it cannot show what is live: it names the files. Call its own command with these.`,
    examples: [
      'content import home.yaml services/sap.yaml --reason "The release’s texts"',
      'content import ~/website/content/home.yaml --reason "The spring campaign"',
    ],
    async run({ options, ...call }: Call<{ reason: string }>, ...paths: string[]) {
      // The release that is to come may have to migrate the database yet.
      const core = await call.open(undefined, 'leave');
      const { number: on, files: live, released } = await core.liveWords.live();
      let files = live;
      for (const path of paths) {
        const { file, value } = await readImported(path, released);
        files = setField(files, { file, path: [] }, value);
      }
      const made = { by: commandActor, reason: options.reason, files, on };
      await answerPublished(call, core, await core.liveWords.publish(made));
    },
  },
  {
    name: 'undo',
    summary: 'Takes the last publication back',
    json: 'a JSON object: "number" of the publication that does so',
    description:
      'What was live before is published again, as a publication of its own: undone again, it is taken back.',
    examples: ['content undo'],
    async run(call) {
      const core = await call.open();
      await answerPublished(call, core, await core.liveWords.undo(commandActor));
    },
  },
];

/** A file as it is written or, where there is none at the path, as this release has it. */
async function readImported(path: string, released: ContentFiles): Promise<{ file: string; value: unknown }> {
  const file = path.replaceAll('\\', '/').replace(/^(?:.*\/)?content\//, '');
  if (existsSync(path)) {
    const { ContentError, readContentFile } = await import('../content/read-content.ts');
    try {
      return { file, value: readContentFile(path) };
    } catch (fault) {
      if (fault instanceof ContentError) throw new CommandFailure(fault.message.split('\n'));
      throw fault;
    }
  }
  const value = getField(released, { file, path: [] });
  if (value === undefined)
    throw new CommandFailure(`There is no file ${path}, and this release has none of that name.`);
  return { file, value };
}

async function answerPublished({ answer }: Pick<Call, 'answer'>, { enquiries }: Core, published: PublicationResult) {
  switch (published.outcome) {
    case 'published':
      await enquiries.recordEvent('publish', commandActor, `${published.number}`);
      return answer(
        { number: published.number },
        `Published as number ${published.number}. Every server shows it within 5 seconds.`,
      );
    case 'unchanged':
      throw new CommandFailure('Nothing would change, so nothing was published.');
    case 'overtaken':
      throw new CommandFailure('Somebody has published at the same moment. Look at what is live, and call it again.');
    case 'reason':
      throw new CommandFailure('--reason takes one line of 1 to 200 characters.', 2);
    case 'faults': {
      const lines = published.faults.map(formatIssue);
      throw new CommandFailure([`Nothing was published: ${pluralise(lines.length, 'fault', 'faults')}.`, ...lines]);
    }
  }
}
