import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Argument, Option } from 'commander';
import { getField, setField, type ContentFiles } from '../content/merge-content.ts';
import { computePictureRetentionTime, listPictures, listPicturePaths } from '../content/picture-files.ts';
import type { AssetStore } from '../database/asset-store.ts';
import { packageDirectory } from '../process/package-info.ts';
import { commandActor } from '../enquiries/actions.ts';
import { formatIssue, type PublishResult } from '../content/content-repository.ts';
import type { ApplicationCore } from '../start/open-application-core.ts';
import { CommandFailure, type CommandCall, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';
import { formatTable, formatLocalTime } from './format-text.ts';

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
    summary: 'Writes the published content into a checkout',
    arguments: [new Argument('<folder>', 'a checkout of this project: its folder content/ has the files')],
    json: 'a JSON object: "written" and "removed", the files',
    description: `A file whose content is the same is not changed. Files of services, products and the like that are
no longer published are removed. content/pictures/ gets the pictures. Commit the result, and the next release has this
content.`,
    examples: ['content export ~/website'],
    async run({ openCore, writeResult }, folder) {
      const { contentRepository, assetStore } = await openCore();
      const { files } = await contentRepository.readPublishedContent();
      const { formatContentFile, loadValidContent } = await import('../content/read-content.ts');
      const toPath = (file: string): string => join(folder, 'content', file);
      const presentFiles = existsSync(toPath('site.yaml')) ? Object.keys(loadValidContent(folder).files) : [];
      const pictures = [...new Set(listPictures(files).flatMap(listPicturePaths).map(toPictureFile))];
      const presentPictures = globSync('pictures/picture-*', { cwd: toPath('') }).map(toPictureFile);
      const removed = [...presentFiles, ...presentPictures].filter(
        (file) => !Object.hasOwn(files, file) && !pictures.includes(file),
      );
      const written: string[] = [];
      const write = (file: string, text: string | Uint8Array) => {
        mkdirSync(dirname(toPath(file)), { recursive: true });
        writeFileSync(toPath(file), text);
        written.push(file);
      };
      for (const [file, value] of Object.entries(files)) {
        const text = formatContentFile(file, value);
        if (!existsSync(toPath(file)) || readFileSync(toPath(file), 'utf8') !== text) write(file, text);
      }
      for (const file of removed) rmSync(toPath(file));
      for (const file of pictures.filter((picture) => !presentPictures.includes(picture))) {
        const body = (await assetStore.readBodies(`/assets/${basename(file)}`)).get('identity');
        if (body === undefined) throw new CommandFailure(`The database has no ${file}, which the content names.`);
        write(file, body);
      }
      const names = { written, removed };
      writeResult(names, [...written, ...removed.map((file) => `${file} (removed)`)].join('\n') || 'Nothing differs.');
    },
  },
  {
    name: 'import',
    summary: 'Publishes single files, of this release or of a checkout',
    arguments: [new Argument('<file...>', 'home.yaml for that of this release, or the path of one under content/')],
    options: [new Option('--reason <line>', 'why, for the list of publications').makeOptionMandatory()],
    json: 'a JSON object: "number" of the publication',
    description: `The rest of the published content stays, and every page is rendered first. A release with other schemas is refused as
an update while it cannot show the published content: it names the files. Run its own command with these.
Pictures come from the folder pictures/ of the same content/.`,
    examples: [
      'content import home.yaml services/sap.yaml --reason "The release’s texts"',
      'content import ~/website/content/home.yaml --reason "The spring campaign"',
    ],
    async run({ options, ...call }: CommandCall<{ reason: string }>, ...paths: string[]) {
      // The new release may not have migrated the database yet.
      const core = await call.openCore(undefined, 'leave');
      const published = await core.contentRepository.readPublishedContent();
      let { files } = published;
      for (const path of paths) {
        const { file, value } = await readImportedFile(path, published.releaseFiles);
        await importPictures(join(path.slice(0, -file.length), 'pictures'), value, core.assetStore);
        files = setField(files, { file, path: [] }, value);
      }
      const request = { by: commandActor, reason: options.reason, files, baseRevision: published.number };
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

const toPictureFile = (path: string): string => `pictures/${basename(path)}`;

/** Stores the pictures that a file names, from a folder or this release's build. Rejects if one is missing. */
async function importPictures(directory: string, value: unknown, store: AssetStore): Promise<void> {
  const keptAt = computePictureRetentionTime(new Date());
  for (const paths of listPictures(value).map(listPicturePaths)) {
    if ((await store.renew(paths, keptAt)) === paths.length) continue;
    for (const path of paths) {
      const places = [join(directory, basename(path)), join(packageDirectory, 'build/client', path)];
      const place = places.find(existsSync);
      if (place === undefined) throw new CommandFailure(`There is no ${places[0]}, which the content names.`);
      await store.save({ path, encoding: 'identity', body: readFileSync(place) }, keptAt);
    }
  }
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
      throw new CommandFailure('Somebody has published meanwhile. Look at what is published, and run it again.');
    case 'reason':
      throw new CommandFailure('--reason takes one line of 1 to 200 characters.', 2);
    case 'faults': {
      const lines = result.issues.map(formatIssue);
      throw new CommandFailure([`Nothing was published: ${pluralise(lines.length, 'fault', 'faults')}.`, ...lines]);
    }
  }
}
