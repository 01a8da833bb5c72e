/**
 * Batches work that costs little more for many items than for one. While a batch runs, new items queue up for the
 * next, at most `most` together; the first item never waits. Each caller gets the result of its own batch.
 */
export function combine<T>(work: (items: T[]) => Promise<void>, most: number): (item: T) => Promise<void> {
  let waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await work(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (!isRunning) void run();
    });
}
