import { Argument } from 'commander';
import { site as website } from '../content/words.ts';
import { theCommand } from '../enquiries/core/handling.ts';
import { contactFields, parseContactField, type ContactField } from '../enquiries/core/contact-settings.ts';
import type { Core } from '../start/open-core.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';

const json = 'a JSON object: "contact" as the site answers it, and "overridden", the fields that were set';
const description =
  'Pages, legal texts and all else that the site says follow within 10 seconds, without a rebuild; pages that visitors have open, within 5 minutes.';
const whichField = new Argument('<field>').choices(contactFields);

export const contactCommands: readonly OperatorCommand[] = [
  {
    name: 'get',
    summary: 'Shows the contact facts as the site shows them',
    json,
    examples: ['contact get'],
    run: async (call) => showContact(call, await call.open()),
  },
  {
    name: 'set',
    summary: 'Replaces one contact fact',
    arguments: [whichField, new Argument('<value>', 'in quotation marks where it has spaces')],
    json,
    description,
    examples: ['contact set phone "+44 117 496 0143"'],
    async run(call, field: ContactField, value) {
      const parsed = parseContactField(field, value);
      if (!parsed.ok) throw new CommandFailure(`${parsed.fault}.`, 2);
      await change(call, field, ({ set }) => set(field, parsed.value, theCommand));
    },
  },
  {
    name: 'reset',
    summary: 'Returns one contact fact to its built-in default',
    arguments: [whichField],
    json,
    description,
    examples: ['contact reset phone'],
    run: (call, field: ContactField) => change(call, field, ({ reset }) => reset(field)),
  },
];

async function change(call: Call, field: ContactField, how: (settings: Core['contactSettings']) => Promise<void>) {
  const core = await call.open();
  await how(core.contactSettings);
  await core.enquiries.keep('contact facts', theCommand, field);
  await showContact(call, core);
}

async function showContact({ answer }: Call, { contactSettings }: Core): Promise<void> {
  const overrides = await contactSettings.overrides();
  const { socialMedia, ...builtIn } = website.contact;
  const { linkedin, ...facts } = { ...builtIn, linkedin: socialMedia.linkedin, ...overrides };
  const mark = (name: string) => (Object.hasOwn(overrides, name) ? '  (set here)' : '');
  const lines = Object.entries({ ...facts, linkedin }).map(([name, fact]) => `${name}:`.padEnd(11) + fact + mark(name));
  answer({ contact: { ...facts, socialMedia: { linkedin } }, overridden: Object.keys(overrides) }, lines);
}
