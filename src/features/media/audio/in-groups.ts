import { elementAt } from '#platform/elements.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface GroupOptions {
  most: number;
  groups: number;
  /** Milliseconds that an item waits for others. */
  pause: number;
}

/** Groups simultaneous calls into one, for work with an expensive start. An error fails the whole group. */
export function inGroups<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { most, groups, pause }: GroupOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let atWork = 0;
  let timer: NodeJS.Timeout | null = null;

  function begin(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    while (waiting.length > 0 && atWork < groups) {
      const group = waiting.splice(0, most);
      atWork++;
      run(group.map(({ item }) => item))
        .then((results) => {
          for (const [at, { resolve }] of group.entries()) resolve(elementAt(results, at));
        })
        .catch((error: unknown) => {
          for (const { reject } of group) reject(error);
        })
        .finally(() => {
          atWork--;
          begin();
        });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most) begin();
      else timer ??= setTimeout(begin, pause);
    });
}
