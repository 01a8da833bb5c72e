/**
 * Makes a value when it is first asked for. For the formatters of `Intl`: the first one of a page takes a slow machine
 * 10 to 40 ms, which nobody should wait for who sees no such number.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
