/** Returns `work`, memoised by object and name. Content is immutable, and most of it is the same at the next check. */
export function cacheResults<Result>(work: (value: unknown, name: string) => Result) {
  const known = new WeakMap<object, { name: string; result: Result }>();
  return (value: unknown, name = ''): Result => {
    if (typeof value !== 'object' || value === null) return work(value, name);
    const before = known.get(value);
    if (before?.name === name) return before.result;
    const result = work(value, name);
    known.set(value, { name, result });
    return result;
  };
}
