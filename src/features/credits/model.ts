/** What a recording costs, fixed on the server. */
export const recordingCost = 25;

/** A person's credits as pages show them. */
export interface Credits {
  /** Null hides the number: an administrator who was never given any. */
  balance: number | null;
  /** `dd/mm` on which the monthly credits come anew; null without a plan that gives any. */
  renewsAt: string | null;
}
