import { group, optionalText, text } from './fields.ts';

function term(title: string, hint: string) {
  return group(title, {
    question: text('Question', 90),
    answer: optionalText('Answer', 420, `${hint} Until it is filled in no page asks the question.`),
  });
}

/** Schema of buyers' questions that only the company can answer. Those with an answer are shown. */
export const termsSchema = group('Terms of our work', {
  codeOwnership: term('Who owns the code', 'Whether the contract assigns the copyright, and when.'),
  priceModel: term('Price model', 'How work is charged: by the day, at a fixed price, by the month.'),
  notice: term('Notice', 'How long before the end either side has to say so.'),
  supportHours: term('Support hours', 'When somebody answers, and within what time.'),
  people: term('Who does the work', 'Who comes: employees or subcontractors, and from where.'),
  processorTerms: term(
    'Data processing',
    'The terms under Article 28 of the UK GDPR for work on personal data, and who else processes them.',
  ),
  onboarding: term('Onboarding', 'What happens in the first weeks, who takes part, and what the buyer prepares.'),
  exit: term('End of the contract', 'What is handed over, in which form the data comes back, and when it is deleted.'),
  dataLocation: term('Where data is stored', 'Country and provider, for data and for its backups.'),
  subcontractors: term('Subcontractors', 'Which companies take part, with what, and how the buyer hears of a new one.'),
  insurance: term('Insurance', 'Professional indemnity, public and employers’ liability, cyber: the cover of each.'),
  clearances: term('Clearances', 'Checks that people have passed, such as BPSS or SC, and how long another takes.'),
  incidents: term('Incidents', 'How to report one, who is told of one of ours, within what time, and what follows.'),
});
