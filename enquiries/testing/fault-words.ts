import { createEnquiryParser, type FaultWords } from '../core/enquiry.ts';

export const faultWords: FaultWords = {
  names: {
    name: 'your name',
    email: 'your email address',
    company: 'your company name',
    subject: 'the subject',
    message: 'the message',
  },
  missing: {
    name: 'Enter your name',
    email: 'Enter your email address',
    subject: 'Enter a subject',
    message: 'Enter a message',
  },
  emailFormat: 'Enter an email address in the correct format, like name@example.com',
  tooLong: 'Shorten {field} to {limit} characters or fewer',
  severalLines: 'Write {field} on one line, without control characters',
  controlCharacters: 'Remove control characters from the message',
  notText: 'Enter {field} as text',
  unknown: 'This field is not part of the form',
};

export const parseEnquiry = createEnquiryParser(faultWords);
