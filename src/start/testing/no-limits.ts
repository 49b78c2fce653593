import type { SubmissionLimits } from '../../server/rate-limits.ts';

/** For tests that send more than a visitor would. */
export const noLimits: SubmissionLimits = {
  consume: async () => ({ isAllowed: true }),
  consumeShared: async () => ({ isAllowed: true }),
};
