/** Kinds of notices. */
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
  'backup-failed',
] as const;
type NoticeType = (typeof noticeTypes)[number];

export const noticeDays = 90;

/** News for the administrators; contains no phone number and no secret. */
export interface Notice {
  type: NoticeType;
  title: string;
  body?: string;
  /** Path of the related page. */
  link?: string;
  /** Two notices with the same key are one. */
  dedupeKey?: string;
}

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
  notices: ShownNotice[];
  /** All unread ones, including those not shown. */
  unread: number;
}

/** The number on the bell; above 99 it is `99+` (specification, section 9). */
export const badgeText = (unread: number): string => (unread > 99 ? '99+' : String(unread));
