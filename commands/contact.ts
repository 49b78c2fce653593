import { Argument, type Command } from 'commander';
import { site as website } from '../content/words.ts';
import { theCommand } from '../enquiries/core/handling.ts';
import { contactFields, parseContactField, type ContactField } from '../enquiries/core/contact-settings.ts';
import { CommandFailure, jsonText, line, type CommandContext, type Site, type Terminal } from './command.ts';

type Options = { json?: boolean };

const asJson = 'a JSON object: "contact" as the site answers it, and "overridden", the fields that were set';
const when =
  'Pages, legal texts and all else that the site says follow within 10 seconds, without a rebuild; pages that visitors have open, within 5 minutes.\n\n';

export function addContactCommands(contact: Command, context: CommandContext): void {
  contact
    .command('get')
    .summary('Shows the contact facts as the site shows them')
    .option('--json', asJson)
    .description('Example: npm run admin -- contact get')
    .action(async (options: Options) => showContact(context, await context.open(), options));

  contact
    .command('set')
    .summary('Replaces one contact fact')
    .addArgument(new Argument('<field>').choices(contactFields))
    .argument('<value>', 'in quotation marks where it has spaces')
    .option('--json', asJson)
    .description(`${when}Example: npm run admin -- contact set phone "+44 117 496 0143"`)
    .action(async (field: ContactField, value: string, options: Options) => {
      const parsed = parseContactField(field, value);
      if (!parsed.ok) throw new CommandFailure([`${parsed.fault}.`], 2);
      const site = await context.open();
      await site.contactSettings.set(field, parsed.value, theCommand);
      await site.enquiries.keep('contact facts', theCommand, field);
      await showContact(context, site, options);
    });

  contact
    .command('reset')
    .summary('Returns one contact fact to its built-in default')
    .addArgument(new Argument('<field>').choices(contactFields))
    .option('--json', asJson)
    .description(`${when}Example: npm run admin -- contact reset phone`)
    .action(async (field: ContactField, options: Options) => {
      const site = await context.open();
      await site.contactSettings.reset(field);
      await site.enquiries.keep('contact facts', theCommand, field);
      await showContact(context, site, options);
    });
}

async function showContact({ write }: Terminal, { contactSettings }: Site, { json }: Options): Promise<void> {
  const overrides = await contactSettings.overrides();
  const { socialMedia, ...builtIn } = website.contact;
  const { linkedin, ...facts } = { ...builtIn, linkedin: socialMedia.linkedin, ...overrides };
  if (json)
    return write(jsonText({ contact: { ...facts, socialMedia: { linkedin } }, overridden: Object.keys(overrides) }));
  for (const [field, value] of Object.entries({ ...facts, linkedin }))
    write(line(`${`${field}:`.padEnd(10)} ${value}${Object.hasOwn(overrides, field) ? '  (set here)' : ''}`));
}
