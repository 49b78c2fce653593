import { matchesGlob } from 'node:path';

/** Globs of folders and files: files of a layer may import each other, and those of `imports`. */
interface Layer {
  files: string;
  imports: readonly string[];
  /** What they may import as types alone. */
  types?: readonly string[];
  reason: string;
}

const base = ['process', 'text', 'database'];
const belowEnquiries = [...base, 'accounts', 'mailbox', 'outbox'];
const core = [...belowEnquiries, 'content', 'enquiries', 'statistics'];
/** The office shows these three parts of the website itself. */
const office = [...core, 'server', 'site/{components/icon,contact/form-field}.tsx', 'site/drawings/geometry.ts'];
/** Modules that say what content means. The content itself is handed to pages: see `renderPage`. */
const contentOfPages = [
  'content/schema',
  'content/{anchor-names,block-pages,contact-details,content-models,enquiry-subjects,markdown,office-hours,picture-files}.ts',
];

/** Says who may import whom; folders are those of src/, but for e2e and tooling. Of several layers that a file belongs to, the first holds. docs/architecture.md draws it. */
export const layers: readonly Layer[] = [
  { files: '{e2e,tooling}', imports: ['**'], reason: '' },
  { files: 'commands', imports: [...core, 'server', 'office', 'start'], reason: 'A command runs on what was built.' },
  {
    files: 'start',
    imports: [...core, 'server', 'office'],
    types: ['site'],
    reason: 'The website starts as it was built.',
  },
  ...['auth', 'content', 'inbox', 'people', 'statistics'].map((task) => ({
    files: `office/${task}`,
    imports: [...office, 'office/shared'],
    reason: 'A task knows the parts, and no other task.',
  })),
  { files: 'office/shared', imports: office, reason: 'Parts know no task.' },
  { files: 'office', imports: office, reason: 'The office says what it needs; who starts it gives that.' },
  { files: 'server', imports: core, types: ['site'], reason: 'The server loads the website as it was built.' },
  {
    files: 'site/{entry.client.ts,behaviours,sectors/*.ts}',
    imports: ['content/contact-details.ts', 'site/supabase-backend.ts', 'site/islands'],
    types: ['site', 'content'],
    reason: 'A behaviour knows the document, and no component.',
  },
  {
    files: 'site/{contact,islands,**/*.island.tsx}',
    imports: ['site/supabase-backend.ts', 'site/{behaviours,components,drawings}'],
    types: ['content', 'enquiries/enquiry.ts'],
    reason: 'What runs in the browser gets its data as props.',
  },
  {
    files: 'site/{components,drawings,sectors}',
    imports: [...contentOfPages, 'text', 'site/sectors/*.ts'],
    types: ['content'],
    reason: 'Parts know no pages.',
  },
  {
    files: 'site',
    imports: [...contentOfPages, 'text', 'enquiries/enquiry.ts'],
    types: ['content'],
    reason: 'The website knows what content means and, of the core, the limits of the form.',
  },
  { files: 'statistics', imports: [...base, 'outbox', 'enquiries'], reason: 'Statistics know no website.' },
  {
    files: 'enquiries/!(enquiry-service|offboard).ts',
    imports: [...belowEnquiries, 'enquiries/changes'],
    reason: 'Parts know nothing of conversations and notifications, which the service connects.',
  },
  { files: 'enquiries', imports: belowEnquiries, reason: 'Enquiries know no website.' },
  { files: 'content', imports: [...base, 'accounts'], reason: 'Content knows nothing of who shows it.' },
  { files: 'accounts', imports: [...base, 'outbox'], reason: 'Accounts know nothing of what their people do.' },
  { files: 'outbox', imports: base, reason: 'Jobs are carried, whatever they are about.' },
  { files: 'mailbox', imports: ['process', 'text'], reason: 'Mails are read, whatever they are about.' },
  { files: 'database', imports: ['process', 'text'], reason: 'Tables know nothing of who fills them.' },
  { files: 'process', imports: [], reason: 'A process knows nothing of what runs in it.' },
  { files: 'text', imports: [], reason: 'Text knows nothing of who shows it.' },
];

/** Returns why a file may not import another. Both are paths from the top folder. */
export function findImportFault(file: string, imported: string, isType: boolean): string | undefined {
  const layer = findLayer(file);
  if (!layer || !findLayer(imported)) return undefined;
  const allowed = [layer.files, ...layer.imports, ...(isType ? (layer.types ?? []) : [])];
  return allowed.some((glob) => isIn(glob, imported)) ? undefined : layer.reason;
}

function findLayer(file: string): Layer | undefined {
  return layers.find(({ files }) => isIn(files, file));
}

function isIn(glob: string, path: string): boolean {
  return matchesGlob(path.replace(/^src\//, ''), `${glob}{,/**}`);
}
