import { count, desc, isNull } from 'drizzle-orm';
import type { Database } from '#db/open.server.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { Admin } from '#features/accounts/model.ts';
import type { NoticeList } from './model.ts';

const shown = 30;

/** The newest notices and the unread count, in two queries. */
export async function listNotices(db: Database, _admin: Admin): Promise<NoticeList> {
  const [rows, unread] = await Promise.all([
    db
      .select({
        id: notifications.id,
        type: notifications.type,
        title: notifications.title,
        body: notifications.body,
        link: notifications.link,
        readAt: notifications.readAt,
        createdAt: notifications.createdAt,
      })
      .from(notifications)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(shown),
    db.select({ n: count() }).from(notifications).where(isNull(notifications.readAt)),
  ]);
  return {
    notices: rows.map(({ readAt, createdAt, ...row }) => ({
      ...row,
      isRead: readAt !== null,
      createdAt: createdAt.toISOString(),
    })),
    unread: unread[0]?.n ?? 0,
  };
}
