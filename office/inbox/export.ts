import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Folder } from '../parts/view.ts';
import { csvOf } from '../../enquiries/core/enquiries-csv.ts';
import type { StoredEnquiry } from '../../enquiries/core/store.ts';
import { filterOf, folderNamed, ofReference, wordsIn } from './folders.ts';
import { refuse } from '../parts/refusals.ts';
import { signedIn } from '../door/sessions.ts';
import type { Inbox } from '../parts/show.ts';

/** GET /export: all of a folder or a search, page by page as the reader takes it. */
export function exported(app: FastifyInstance, inbox: Inbox): void {
  app.get(
    '/export',
    { exposeHeadRoute: false },
    signedIn(inbox, async (request, reply, { person }) => {
      // Ports of one machine are one site: what another program serves there gets the cookie along too.
      if (/^(?:cross|same)-site$/.test(request.headers['sec-fetch-site'] ?? '')) return refuse(inbox, reply, 403);
      const { searchParams } = new URL(request.url, 'http://inbox.invalid');
      const folder = folderNamed(searchParams.get('folder') ?? '');
      if (folder === null) return refuse(inbox, reply, 404);
      // Without the words: they may be a person's name, and an act is kept for longer than an enquiry.
      await inbox.enquiries.keep('export', person, folder);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="enquiries-${folder}.csv"`)
        .send(Readable.from(csvOf(all(inbox, folder, wordsIn(searchParams)))));
    }),
  );
}

/** What the page of the folder shows, and the pages after it. */
async function* all(inbox: Inbox, folder: Folder, words: string): AsyncGenerator<StoredEnquiry> {
  if (folder === 'search' && words === '') return;
  if (folder === 'search') yield* await ofReference(inbox, words);
  yield* inbox.enquiries.each(filterOf(folder, words));
}
