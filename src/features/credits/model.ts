/** Price of a recording, fixed on the server. */
export const recordingCost = 25;

export interface Credits {
  /** Null hides the number: an administrator without any lot. */
  balance: number | null;
  /** `dd/mm` of the next monthly credits; null without a plan that gives any. */
  renewsAt: string | null;
}
