import { Readable } from 'node:stream';

import { enquirySubjects } from '../../content/enquiry-subjects.ts';
import { csvOf } from '../../enquiries/export-csv.ts';
import { type Desk, type Visit, withProof } from '../shared/desk.ts';
import { counted } from '../shared/notices.tsx';
import { OfficePage } from '../shared/office-page.tsx';
import { ButtonLink, HiddenFields, Submit } from '../shared/post-button.tsx';
import { type Folder, folderNamed } from './folders.ts';
import { type Found, FoundList, mostShown } from './found.tsx';
import { allOf, countedIn, wordsIn } from './listing.ts';

/** GET and POST /export, for all of a folder or a search: it says how many go, and whose, and sends them. */
export function exports({ get, post }: Desk): void {
  get(
    '/export',
    withProof(async (visit) => {
      const folder = folderNamed(visit.query.get('folder'));
      if (folder === null) return visit.refuse(404);
      const words = wordsIn(visit.query);
      const found = await countedIn(visit, folder, words, mostShown);
      return visit.show(<ExportPage folder={folder} words={words} {...found} />);
    }),
  );
  post('/export', withProof(exportAll), (form) => ({ to: `/export?${form}` }));
}

async function exportAll(visit: Visit) {
  const { enquiries, person, form, reply, refuse } = visit;
  const folder = folderNamed(form.get('folder'));
  if (folder === null) return refuse(404);
  // Without the words: they may be a person's name, and an act is kept for longer than an enquiry.
  await enquiries.recordEvent('export', person, folder);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="enquiries-${folder}.csv"`)
    .send(Readable.from(csvOf(allOf(visit, folder, wordsIn(form)), enquirySubjects(visit.words()))));
}

interface Exported {
  folder: Folder;
  words: string;
}

/** Where an export begins. */
export function exportAddress({ folder, words }: Exported): string {
  return `/export?${new URLSearchParams({ folder, words }).toString()}`;
}

/** Asks before anything leaves the inbox. */
export function ExportPage({ folder, words, found, count }: Exported & Found) {
  const title = `Export ${counted(count)}?`;
  const back = folder === 'search' ? `/search?${new URLSearchParams({ words }).toString()}` : `/${folder}`;
  return (
    <OfficePage title={title}>
      <FoundList found={found} count={count} />
      <p className="mb-5 max-w-(--measure)">
        The file has every word of these people, with their names and addresses, for a spreadsheet. Your notes are not
        in it. Delete it when you no longer need it: erasing here does not reach it.
      </p>
      <form method="post" action="/export" className="row mt-7">
        <HiddenFields fields={{ folder, words }} />
        {count > 0 ? <Submit className="button button-primary">Export {counted(count)} as CSV</Submit> : null}
        <ButtonLink to={back}>Back</ButtonLink>
      </form>
    </OfficePage>
  );
}
