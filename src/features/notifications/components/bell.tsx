import Bell from 'lucide-react/icons/bell';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatRelative } from '#platform/format.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import { badgeText, type NoticeList } from '../model.ts';

const address = '/functions/notifications';

/** Fetches the list; null on failure, and the bell keeps what it has. */
async function fetchNotices(read?: { id?: string }): Promise<NoticeList | null> {
  try {
    const response = read
      ? await fetch(`${address}/read`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(read),
        })
      : await fetch(address);
    return response.ok ? ((await response.json()) as NoticeList) : null;
  } catch {
    return null;
  }
}

/** Milliseconds before reconnecting a stream that the browser has given up, such as after a restart of the site. */
const again = 15_000;

/** Polling interval in milliseconds, without support for streams. */
const lookEvery = 60_000;

/** Polls each minute while the tab is visible, for browsers or proxies without streams. */
function lookNowAndThen(tell: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') tell();
  }, lookEvery);
  return () => clearInterval(timer);
}

/** Calls back on news and after each gap. Only a visible tab listens: a browser has six connections per site. */
function listen(tell: () => void): () => void {
  if (typeof EventSource === 'undefined') return lookNowAndThen(tell);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let events: EventSource | null = null;
  let isGap = false;
  const open = () => {
    const stream = new EventSource(`${address}/events`);
    events = stream;
    stream.addEventListener('changed', tell);
    stream.addEventListener('open', () => {
      if (isGap) tell();
      isGap = false;
    });
    stream.addEventListener('error', () => {
      isGap = true;
      if (stream.readyState === EventSource.CLOSED && stream === events) timer = setTimeout(open, again);
    });
  };
  const close = () => {
    clearTimeout(timer);
    events?.close();
    events = null;
  };
  const follow = () => {
    const isSeen = document.visibilityState === 'visible';
    if (isSeen && !events) open();
    if (isSeen) return;
    isGap = true;
    close();
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

export interface NotificationBellProps {
  /** Called whenever something happened. */
  onNews?: (() => void) | undefined;
  /** The menu was asked for before this code had come. */
  isOpenAtFirst?: boolean;
}

/** The administrators' bell: live unread count, and the newest notices in a menu (ADM-08). */
export function NotificationBell({ onNews, isOpenAtFirst = false }: NotificationBellProps) {
  const [list, setList] = useState<NoticeList>({ notices: [], unread: 0 });
  const asked = useRef(0);
  const load = useCallback(async (read?: { id?: string }) => {
    asked.current += 1;
    const turn = asked.current;
    const next = await fetchNotices(read);
    // A stale response (a later request is in flight) would bring back notices that were read meanwhile.
    if (next && turn === asked.current) setList(next);
  }, []);

  useEffect(() => {
    void load();
    return listen(() => {
      void load();
      onNews?.();
    });
  }, [load, onNews]);

  const { notices, unread } = list;
  const label =
    unread === 0 ? 'Notificações' : `Notificações: ${unread} ${unread === 1 ? 'não lida' : 'não lidas'}`;
  return (
    <Menu defaultOpen={isOpenAtFirst}>
      <MenuTrigger>
        <IconButton label={label} className="relative">
          <Bell aria-hidden="true" />
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-semibold text-on-danger tabular-nums"
            >
              {badgeText(unread)}
            </span>
          ) : null}
        </IconButton>
      </MenuTrigger>
      <MenuContent className="w-[min(24rem,calc(100vw-1.5rem))]">
        <div className="flex items-center justify-between gap-3 px-3 py-1.5">
          <p className="text-sm font-semibold">Notificações</p>
          <MenuItem
            disabled={unread === 0}
            onSelect={(event) => {
              event.preventDefault();
              void load({});
            }}
          >
            Marcar todas como lidas
          </MenuItem>
        </div>
        <MenuSeparator />
        {notices.length === 0 ? (
          <p className="px-3 py-6 text-center text-sm text-muted">Nenhuma notificação.</p>
        ) : null}
        {notices.map((notice) => (
          <MenuItem key={notice.id} asChild onSelect={() => !notice.isRead && void load({ id: notice.id })}>
            <Link to={notice.link ?? '/admin'} className="items-start! py-2.5">
              <span
                className={cx(
                  'mt-1.5 size-2 shrink-0 rounded-full',
                  notice.isRead ? 'bg-transparent' : 'bg-accent',
                )}
              >
                {notice.isRead ? null : <span className="sr-only">Não lida:</span>}
              </span>
              <span className="grid min-w-0 gap-0.5">
                <span className={cx('break-words', notice.isRead ? 'text-muted' : 'font-medium')}>
                  {notice.title}
                </span>
                {notice.body ? <span className="text-sm break-words text-muted">{notice.body}</span> : null}
                <time dateTime={notice.createdAt} className="text-xs text-muted">
                  {formatRelative(notice.createdAt, new Date())}
                </time>
              </span>
            </Link>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
