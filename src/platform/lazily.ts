/**
 * Makes an object when it is first needed. For the formatters of `Intl`: the first one of a page takes a slow machine 10
 * to 40 ms, and many pages need none.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
