import { describe, expect, it } from 'vitest';
import { listEnquirySubjects } from '../content/enquiry-subjects.ts';
import * as content from '../content/release-content.ts';
import { createEnquiryParser, formKeyFieldName } from '../enquiries/enquiry.ts';
import { findSpamReason } from '../enquiries/triage.ts';
import { createInitialFormValues } from './form-page.ts';

describe('a form begins with', () => {
  it('a key of its own, which says when the form was handed out', () => {
    const [key, other] = [createInitialFormValues(), createInitialFormValues()].map(
      (values) => values[formKeyFieldName],
    );
    expect(other?.slice(-16)).not.toBe(key?.slice(-16));
    const submission = { honeypotValue: '', idempotencyKey: key };
    expect(findSpamReason(submission, new Date())).not.toBeNull();
    expect(findSpamReason(submission, new Date(Date.now() + 1000))).toBeNull();
  });

  const subjects = new Map([['services/sap', 'Service: SAP']]);
  it.each([
    ['the subject that its address names', 'a=b&subject=services/sap', 'Service: SAP'],
    ['none for an unknown subject', 'subject=Another', ''],
    ['none for what all objects have', 'subject=constructor', ''],
  ])('%s', (_what, query, subject) => expect(createInitialFormValues(query, subjects)['subject']).toBe(subject));
});

it('every subject that can be begun is one that the form takes, and no two are the same', () => {
  const parse = createEnquiryParser(content.contactPage.form.faults);
  const texts = [...listEnquirySubjects(content).values()];
  for (const subject of texts) expect(parse({ name: 'A', email: 'a@b.example', subject, message: 'M' }).ok).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
