/** What the administrators' bell tells of (A-65). */
const noticeTypes = [
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
type NoticeType = (typeof noticeTypes)[number];

/** Days that a notice is kept, read or not. */
export const noticeDays = 90;

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

/** A notice as the bell shows it. */
interface ShownNotice {
  id: string;
  type: string;
  title: string;
  body: string;
  link: string | null;
  isRead: boolean;
  createdAt: string;
}

export interface NoticeList {
  /** Newest first. */
  notices: ShownNotice[];
  /** All unread ones, also those that are not shown. */
  unread: number;
}

/** The number on the bell; above 99 it is `99+` (specification, section 9). */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
