import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { placeBetween } from './place.ts';

test('there is always a place between two others, and it stays short', () => {
  const places = ['', newId(1), newId(2), newId(2), newId(3)].sort();
  for (let round = 0; round < 200; round++) {
    const at = round % 4 === 0 ? round % (places.length - 1) : 1;
    places.splice(at + 1, 0, placeBetween(places[at] ?? '', places[at + 1] ?? null));
  }
  places.push(placeBetween(places.at(-1) ?? '', null));
  expect(places).toEqual([...places].sort());
  expect(new Set(places).size).toBe(places.length);
  expect(Math.max(...places.map((place) => place.length))).toBeLessThan(90);
});
