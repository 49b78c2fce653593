import { useSyncExternalStore } from 'react';

import { createSharedAnswer } from './shared-answer.ts';

/** How the company is reached. All four are shown; none is ever empty. */
export interface ContactFacts {
  email: string;
  phone: string;
  address: string;
  socialMedia: { linkedin: string };
}

const answered = createSharedAnswer('Contact details', fetchContactFacts);

/**
 * The contact details: the built-in ones at once, the server's as soon as they arrive. However many components ask, one
 * request is sent. A field that the answer lacks, or gets wrong, keeps its built-in value.
 */
export function useContactFacts(builtIn: ContactFacts): ContactFacts {
  return mergeContactFacts(builtIn, useSyncExternalStore(answered.subscribe, answered.read, unanswered));
}

/** The built-in facts, each replaced by the answer's where that has a usable one. */
export function mergeContactFacts(builtIn: ContactFacts, answer: Record<string, unknown> = {}): ContactFacts {
  return {
    email: text(answer['email']) ?? builtIn.email,
    phone: text(answer['phone']) ?? builtIn.phone,
    address: text(answer['address']) ?? builtIn.address,
    socialMedia: { linkedin: webAddress(field(answer['socialMedia'], 'linkedin')) ?? builtIn.socialMedia.linkedin },
  };
}

/** Pages are stored with the built-in facts. */
function unanswered(): undefined {
  return undefined;
}

async function fetchContactFacts(): Promise<Record<string, unknown>> {
  const response = await fetch('/api/content/contact');
  if (!response.ok) throw new Error(`the server answered ${response.status}; the built-in ones are shown`);
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null)
    throw new Error('the answer is no record; the built-in ones are shown');
  return { ...answer };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}
