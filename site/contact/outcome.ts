import * as v from 'valibot';

/** What a visitor typed, by field. */
export type Values = Readonly<Record<string, string>>;

/** One sentence for each field at fault. */
export type Faults = Readonly<Record<string, string>>;

const texts = v.record(v.string(), v.string());

/** How an attempt to send ended. `sent` may carry what the message is called on the phone, `failed` may carry why in a sentence, or in how many seconds another attempt may succeed. */
const outcome = v.variant('kind', [
  v.object({ kind: v.literal('sent'), reference: v.optional(v.string()) }),
  v.object({ kind: v.literal('refused'), faults: texts }),
  v.object({ kind: v.literal('failed'), reason: v.optional(v.string()), retryAfterSeconds: v.optional(v.number()) }),
]);
export type Outcome = v.InferOutput<typeof outcome>;

/** What the server answered to a form that the browser sent by itself, without scripts. */
export const answer = v.object({ outcome, values: texts });
export type Answer = v.InferOutput<typeof answer>;
