import type { Topic } from '#platform/bus.server.ts';

interface Teller {
  publish(topic: Topic, key?: string): Promise<void>;
}

/**
 * Tells of one thing at most once in `pause` milliseconds, and always once more after the last: while hundreds of files
 * arrive in a package, what processes remember of the catalogue is not thrown away with each.
 */
export function throttled(bus: Teller, pause: number, onError: (error: unknown) => void): Teller {
  const waiting = new Map<string, NodeJS.Timeout>();
  const again = new Set<string>();
  const tell = (topic: Topic, key: string | undefined): Promise<void> => {
    const name = `${topic} ${key}`;
    waiting.set(
      name,
      setTimeout(() => {
        waiting.delete(name);
        if (again.delete(name)) tell(topic, key).catch(onError);
      }, pause).unref(),
    );
    return bus.publish(topic, key);
  };
  return {
    async publish(topic, key) {
      const name = `${topic} ${key}`;
      if (waiting.has(name)) again.add(name);
      else await tell(topic, key);
    },
  };
}
