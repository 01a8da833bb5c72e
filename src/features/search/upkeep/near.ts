/** Whether a term was answered by leaving words out only: the best track lacks some, and no package has them all. */
export const isNear = (tracks: { dropped: string[] }, packs: { isWhole: boolean }): boolean =>
  tracks.dropped.length > 0 && !packs.isWhole;
