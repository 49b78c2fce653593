import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Option } from 'commander';
import { getField, setField, type ContentFiles } from '../content/merge-content.ts';
import { commandActor } from '../enquiries/actions.ts';
import { formatIssue, type PublishResult } from '../content/content-repository.ts';
import type { ApplicationCore } from '../start/open-application-core.ts';
import { CommandFailure, type CommandCall, type OperatorCommand } from './command.ts';
import { pluralise, formatTable, formatLocalTime } from './format-text.ts';

/** Commands `content list`, `export`, `import` and `undo`. */
export const contentCommands: readonly OperatorCommand<never>[] = [
  {
    name: 'list',
    summary: 'Lists the publications, the newest first',
    json: 'a JSON array: "number", "at", "by" and "reason"',
    examples: ['content list'],
    async run({ openCore, writeResult }) {
      const revisions = await (await openCore()).revisionStore.listRevisions();
      const cells = revisions.map(({ number, at, by, reason }) => [`${number}`, formatLocalTime(at), by, reason]);
      writeResult(revisions, formatTable(cells, 'Nothing was published yet.', ['NUMBER', 'PUBLISHED', 'BY', 'REASON']));
    },
  },
  {
    name: 'export',
    summary: 'Writes the live content into a checkout',
    arguments: [new Argument('<folder>', 'a checkout of this project: its folder content/ has the files')],
    json: 'a JSON object: "written" and "removed", the files',
    description: `A file whose content is the same is not changed. Files of services, products and the like that are
no longer live are removed. Commit the result, and the next release has this content.`,
    examples: ['content export ~/website'],
    async run({ openCore, writeResult }, folder) {
      const { files } = await (await openCore()).contentRepository.readLiveContent();
      const { formatContentFile, readContent } = await import('../content/read-content.ts');
      const toPath = (file: string): string => join(folder, 'content', file);
      const presentFiles = existsSync(toPath('site.yaml')) ? Object.keys(readContent(folder).files) : [];
      const removed = presentFiles.filter((file) => !Object.hasOwn(files, file));
      const texts = Object.entries(files).map(([file, value]) => [file, formatContentFile(file, value)] as const);
      const written = texts.filter(
        ([file, text]) => !existsSync(toPath(file)) || readFileSync(toPath(file), 'utf8') !== text,
      );
      for (const [file, text] of written) {
        mkdirSync(dirname(toPath(file)), { recursive: true });
        writeFileSync(toPath(file), text);
      }
      for (const file of removed) rmSync(toPath(file));
      const names = { written: written.map(([file]) => file), removed };
      writeResult(
        names,
        [...names.written, ...removed.map((file) => `${file} (removed)`)].join('\n') || 'Nothing differs.',
      );
    },
  },
  {
    name: 'import',
    summary: 'Publishes single files, of this release or of a checkout',
    arguments: [new Argument('<file...>', 'home.yaml for that of this release, or the path of one under content/')],
    options: [new Option('--reason <line>', 'why, for the list of publications').makeOptionMandatory()],
    json: 'a JSON object: "number" of the publication',
    description: `The rest of the live content stays, and every page is rendered first. A release with other schemas is refused as
an update while it cannot show the live content: it names the files. Run its own command with these.`,
    examples: [
      'content import home.yaml services/sap.yaml --reason "The release’s texts"',
      'content import ~/website/content/home.yaml --reason "The spring campaign"',
    ],
    async run({ options, ...call }: CommandCall<{ reason: string }>, ...paths: string[]) {
      // The new release may not have migrated the database yet.
      const core = await call.openCore(undefined, 'leave');
      const { number: baseRevision, files: live, releaseFiles } = await core.contentRepository.readLiveContent();
      let files = live;
      for (const path of paths) {
        const { file, value } = await readImportedFile(path, releaseFiles);
        files = setField(files, { file, path: [] }, value);
      }
      const request = { by: commandActor, reason: options.reason, files, baseRevision };
      await reportPublication(call, core, await core.contentRepository.publish(request));
    },
  },
  {
    name: 'undo',
    summary: 'Undoes the last publication',
    json: 'a JSON object: "number" of the publication that does so',
    description: 'The content before it is published again, as a new publication. A second undo restores the last one.',
    examples: ['content undo'],
    async run(call) {
      const core = await call.openCore();
      await reportPublication(call, core, await core.contentRepository.undoPublication(commandActor));
    },
  },
];

/** Resolves to the value of the file at a path or, if there is none, of this release's file of that name. */
async function readImportedFile(path: string, releaseFiles: ContentFiles): Promise<{ file: string; value: unknown }> {
  const file = path.replaceAll('\\', '/').replace(/^(?:.*\/)?content\//, '');
  if (existsSync(path)) {
    const { ContentError, readContentFile } = await import('../content/read-content.ts');
    try {
      return { file, value: readContentFile(path) };
    } catch (error) {
      if (error instanceof ContentError) throw new CommandFailure(error.message.split('\n'));
      throw error;
    }
  }
  const value = getField(releaseFiles, { file, path: [] });
  if (value === undefined)
    throw new CommandFailure(`There is no file ${path}, and this release has none of that name.`);
  return { file, value };
}

async function reportPublication(
  { writeResult }: Pick<CommandCall, 'writeResult'>,
  { enquiries }: ApplicationCore,
  result: PublishResult,
): Promise<void> {
  switch (result.outcome) {
    case 'published':
      await enquiries.recordEvent('publish', commandActor, `${result.number}`);
      return writeResult(
        { number: result.number },
        `Published as number ${result.number}. Every server shows it within 5 seconds.`,
      );
    case 'unchanged':
      throw new CommandFailure('Nothing would change, so nothing was published.');
    case 'overtaken':
      throw new CommandFailure('Somebody has published meanwhile. Look at what is live, and run it again.');
    case 'reason':
      throw new CommandFailure('--reason takes one line of 1 to 200 characters.', 2);
    case 'faults': {
      const lines = result.issues.map(formatIssue);
      throw new CommandFailure([`Nothing was published: ${pluralise(lines.length, 'fault', 'faults')}.`, ...lines]);
    }
  }
}
