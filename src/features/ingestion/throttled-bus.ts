import type { Topic } from '#platform/bus.server.ts';

interface Publisher {
  publish(topic: Topic, key?: string): Promise<void>;
}

/** Throttles a topic, so that hundreds of arriving files do not clear the caches each; sends once more at the end. */
export function throttled(bus: Publisher, pause: number, onError: (error: unknown) => void): Publisher {
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
