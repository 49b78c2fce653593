/** What a visitor typed, by field. */
export type Values = Readonly<Record<string, string>>;

/** One sentence for each field at fault. */
export type Faults = Readonly<Record<string, string>>;

/** How an attempt to send ended. `failed` may carry what the server says about when to try again. */
export type Outcome = { kind: 'sent' } | { kind: 'refused'; faults: Faults } | { kind: 'failed'; reason?: string };
