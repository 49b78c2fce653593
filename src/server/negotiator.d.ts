// The part that we use; the published types lack `preferred`, which breaks ties between equal weights.
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> });
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
