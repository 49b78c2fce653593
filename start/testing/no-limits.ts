import type { SubmissionLimits } from '../../server/limits.ts';

/** For tests that send more than a visitor would. */
export const noLimits: SubmissionLimits = {
  consume: async () => ({ allowed: true }),
  consumeShared: async () => ({ allowed: true }),
};
