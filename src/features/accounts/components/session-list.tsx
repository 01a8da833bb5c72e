import Laptop from 'lucide-react/icons/laptop';
import Smartphone from 'lucide-react/icons/smartphone';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { OpenSession } from '../sessions/device.ts';
import { useProfileForm } from './use-profile-form.ts';

export function SessionList({ sessions }: { sessions: OpenSession[] }) {
  const one = useProfileForm('end-session');
  const all = useProfileForm('end-other-sessions');
  return (
    <div className="grid gap-4">
      <ul aria-label="Aparelhos conectados" className="grid gap-2">
        {sessions.map(({ id, name, isPhone, seen, isCurrent }) => {
          const Icon = isPhone ? Smartphone : Laptop;
          return (
            <li
              key={id}
              className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3"
            >
              <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-0 flex-1 basis-40">
                <p className="font-medium">{name}</p>
                <p className="text-sm text-muted">{isCurrent ? 'Em uso agora' : `Usado ${seen}`}</p>
              </div>
              {isCurrent ? (
                <Badge tone="success" lamp>
                  Este aparelho
                </Badge>
              ) : (
                <one.Form method="post">
                  <input type="hidden" name="intent" value={one.intent} />
                  <input type="hidden" name="id" value={id} />
                  <Button
                    type="submit"
                    size="sm"
                    disabled={one.busy}
                    aria-label={`Encerrar ${name}, usado ${seen}`}
                  >
                    Encerrar
                  </Button>
                </one.Form>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <all.Form method="post">
          <input type="hidden" name="intent" value={all.intent} />
          <Button type="submit" size="sm" busy={all.busy}>
            Encerrar todas as outras
          </Button>
        </all.Form>
      ) : null}
    </div>
  );
}
