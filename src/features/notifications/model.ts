/** What the administrators' bell tells of (A-65). */
export const noticeTypes = [
  'recording-request',
  'recording-late',
  'recording-revision',
  'sign-up',
  'payment',
  'payment-failed',
  'storage',
  'fair-use',
  'import-finished',
  'import-failed',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** A piece of news for the administrators. No telephone number and no secret is put into it. */
export interface Notice {
  type: NoticeType;
  title: string;
  body?: string;
  /** Page of the site that it is about. */
  link?: string;
  /** Two notices with the same key are one. */
  dedupeKey?: string;
}
