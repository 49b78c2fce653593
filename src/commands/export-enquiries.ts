import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { listEnquirySubjects } from '../content/enquiry-subjects.ts';
import { streamEnquiryCsv } from '../enquiries/export-csv.ts';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { EnquiryFilter } from '../enquiries/enquiry-filter.ts';
import type { StoredEnquiry } from '../enquiries/model.ts';
import { cleanFileName } from '../text/file-kinds.ts';
import type { OperatorCommand } from './command.ts';
import { parseFilter, filterOptions, type FilterOptions } from './select-enquiries.ts';

/** Command `enquiries export`. */
export const exportCommand: OperatorCommand<FilterOptions & { files?: string }> = {
  name: 'export',
  summary: 'Writes enquiries to standard output, as CSV or JSON',
  options: [...filterOptions, new Option('--files <folder>', 'write the files of their messages there, too')],
  json: 'a JSON array; without it CSV that is safe to open in a spreadsheet',
  description: `In CSV, a cell that could be taken for a formula starts with an apostrophe. Without a filter all
enquiries are written, spam too. Times are in UTC. The file holds personal data: keep it
for yourself, and erase it when you no longer need it.

Example: npm run --silent admin -- enquiries export > enquiries.csv
Example: npm run --silent admin -- enquiries export --from 2026-01-01 --json > enquiries.json`,
  async run({ options, openCore, writeOutput }) {
    const filter = parseFilter(options);
    const { enquiries, loadContentFromDatabase } = await openCore();
    const each = enquiries.stream(filter);
    if (options.files !== undefined) await writeFiles(enquiries, filter, options.files);
    for await (const text of options.json
      ? streamJson(each)
      : streamEnquiryCsv(each, listEnquirySubjects(await loadContentFromDatabase())))
      writeOutput(text);
  },
};

/** Writes the kept files into the folder, as `REFERENCE-NUMBER-NAME`. */
async function writeFiles({ stream, readFiles }: EnquiryService, filter: EnquiryFilter, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { reference, files } of stream(filter))
    for (const [index, { id, name }] of files.entries())
      for (const { body } of await readFiles({ id }))
        await writeFile(join(folder, `${reference}-${index + 1}-${cleanFileName(name)}`), body, { mode: 0o600 });
}

async function* streamJson(enquiries: AsyncIterable<StoredEnquiry>): AsyncGenerator<string> {
  let before = '[';
  for await (const enquiry of enquiries) {
    yield `${before}\n${JSON.stringify(enquiry)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
