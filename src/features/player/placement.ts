/** Pixels from the upper left corner of the window. */
export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The mini player's card on wide screens (specification, section 9). */
export const cardSize: Size = { width: 320, height: 120 };
export const pillSize: Size = { width: 264, height: 48 };
/** Below this width the mini player is docked. */
export const dockBelow = 768;
export const margin = 8;
export const keyStep = 16;

/** The centre of the window: the initial position (MIN-02). */
export const centred = (size: Size, window: Size): Place => ({
  x: Math.round((window.width - size.width) / 2),
  y: Math.round((window.height - size.height) / 2),
});

/** Distance from the lower edge of where it glides to. */
export const lowMargin = 16;

/** At the lower edge, horizontally centred; the pill in the corner. */
export const low = (size: Size, window: Size): Place => ({
  x: size === cardSize ? centred(size, window).x : window.width - size.width - lowMargin,
  y: window.height - size.height - lowMargin,
});

export interface Box extends Place, Size {}

/** Pixels between it and what it gives way to: the outline of the focus. */
const clearance = 8;

/** The covered part of a box, in square pixels. */
function overlap(place: Place, size: Size, box: Box): number {
  const along = (at: number, length: number, from: number, to: number) =>
    Math.max(0, Math.min(at + length, to + clearance) - Math.max(at, from - clearance));
  return (
    along(place.x, size.width, box.x, box.x + box.width) *
    along(place.y, size.height, box.y, box.y + box.height)
  );
}

/** The nearest position that covers none of the boxes; where there is none, the one that covers least. */
export function givingWay(wish: Place, size: Size, window: Size, boxes: readonly Box[]): Place {
  const covered = (place: Place) => boxes.reduce((sum, box) => sum + overlap(place, size, box), 0);
  if (covered(wish) === 0) return wish;
  const gap = clearance + 1;
  const columns = [wish.x, 0, centred(size, window).x, window.width];
  const rows = [wish.y, 0, centred(size, window).y, window.height];
  for (const box of boxes) {
    columns.push(box.x - size.width - gap, box.x + box.width + gap);
    rows.push(box.y - size.height - gap, box.y + box.height + gap);
  }
  const places = columns.flatMap((x) => rows.map((y) => inside({ x, y }, size, window)));
  const cost = (place: Place) => covered(place) * 1e6 + Math.hypot(place.x - wish.x, place.y - wish.y);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best), wish);
}

/** The nearest position with the whole card inside the window (MIN-02, MIN-03). */
export function inside(place: Place, size: Size, window: Size): Place {
  const within = (at: number, length: number, room: number) =>
    Math.round(Math.max(margin, Math.min(at, room - length - margin)));
  return {
    x: within(place.x, size.width, window.width),
    y: within(place.y, size.height, window.height),
  };
}

/** Moves by an arrow key, four times as far with Shift (MIN-09); null for other keys. */
export function movedByKey(place: Place, key: string, isFar: boolean): Place | null {
  const by = isFar ? keyStep * 4 : keyStep;
  const moves: Record<string, Place> = {
    ArrowLeft: { x: -by, y: 0 },
    ArrowRight: { x: by, y: 0 },
    ArrowUp: { x: 0, y: -by },
    ArrowDown: { x: 0, y: by },
  };
  const move = moves[key];
  return move ? { x: place.x + move.x, y: place.y + move.y } : null;
}
