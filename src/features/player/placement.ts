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
