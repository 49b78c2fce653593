/** Returns `compute`, memoised by object and name. Content is immutable, and mostly the same at the next check. */
export function cacheResults<Result>(
  compute: (value: unknown, name: string) => Result,
): (value: unknown, name?: string) => Result {
  const cache = new WeakMap<object, { name: string; result: Result }>();
  return (value, name = '') => {
    if (typeof value !== 'object' || value === null) return compute(value, name);
    const cached = cache.get(value);
    if (cached?.name === name) return cached.result;
    const result = compute(value, name);
    cache.set(value, { name, result });
    return result;
  };
}
