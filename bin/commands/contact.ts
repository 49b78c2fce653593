import { parseArgs } from 'node:util';
import {
  contactFields,
  isContactField,
  parseContactField,
  type ContactField,
} from '../../enquiries/contact-settings.ts';
import { contactRecord } from '../../server/http/contact-record.ts';
import { jsonText, line, UsageError, type Command, type Site, type Terminal } from './command.ts';

const fieldNames = contactFields.join(', ');
const when = 'Visitors see a change within 5 minutes, without a rebuild.';

export const getContact: Command = {
  usage: 'contact get [--json]',
  summary: 'Shows the contact facts as the site shows them',
  help: `
  --json    a JSON object: "contact" as the site answers it, and "overridden", the fields that were set

Example: npm run admin -- contact get`,

  async run(args, context) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    await showContact(context, await context.open(), values.json === true);
    return 0;
  },
};

export const setContact: Command = {
  usage: 'contact set <field> <value> [--json]',
  summary: 'Replaces one contact fact',
  help: `
  <field>   ${fieldNames}
  <value>   in quotation marks where it has spaces

${when}

Example: npm run admin -- contact set phone "+44 117 496 0143"`,

  async run(args, context) {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
    const [name, value, ...more] = positionals;
    if (value === undefined || more.length > 0)
      throw new UsageError('Name one field and its value, in quotation marks if it has spaces.');
    const field = fieldFrom(name);
    const parsed = parseContactField(field, value);
    if (!parsed.ok) throw new UsageError(`${parsed.fault}.`);
    const site = await context.open();
    await site.contactSettings.set(field, parsed.value);
    await showContact(context, site, values.json === true);
    return 0;
  },
};

export const resetContact: Command = {
  usage: 'contact reset <field> [--json]',
  summary: 'Returns one contact fact to its built-in default',
  help: `
  <field>   ${fieldNames}

${when}

Example: npm run admin -- contact reset phone`,

  async run(args, context) {
    const { values, positionals } = parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length !== 1) throw new UsageError('Name one field.');
    const field = fieldFrom(positionals[0]);
    const site = await context.open();
    await site.contactSettings.reset(field);
    await showContact(context, site, values.json === true);
    return 0;
  },
};

async function showContact({ write }: Terminal, { contactSettings }: Site, asJson: boolean): Promise<void> {
  const overrides = await contactSettings.overrides();
  const contact = contactRecord(overrides);
  if (asJson) return write(jsonText({ contact, overridden: Object.keys(overrides) }));
  const { socialMedia, ...facts } = contact;
  for (const [field, value] of Object.entries({ ...facts, linkedin: socialMedia.linkedin })) {
    write(line(`${`${field}:`.padEnd(10)} ${value}${Object.hasOwn(overrides, field) ? '  (set here)' : ''}`));
  }
}

function fieldFrom(name: string | undefined): ContactField {
  if (name === undefined || !isContactField(name)) throw new UsageError(`The fields are ${fieldNames}.`);
  return name;
}
