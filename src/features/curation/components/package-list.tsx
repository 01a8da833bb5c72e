import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { Link, useFetcher, useSearchParams } from 'react-router';
import { Cover } from '#features/catalog/components/cover.tsx';
import type { Answer } from '#platform/answer.ts';
import { countTracks, formatDate, formatSize } from '#platform/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import { OrderedList } from '#ui/ordered-list.tsx';
import type { ManagedPackage } from '../model.ts';
import { useOrdering } from './use-ordering.ts';

interface PackageListProps {
  packages: ManagedPackage[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: string[], isChosen: boolean) => void;
  /** They are one category in its own order, which may be changed here. */
  isOrdered: boolean;
}

export function PackageList({ packages, chosen, onChoose, isOrdered }: PackageListProps) {
  const isBin = packages.some(({ deletedAt }) => deletedAt);
  const all = packages.map(({ id }) => id);
  const { order, moveTo } = useOrdering(all);
  const lineOf = (pack: ManagedPackage) => (
    <PackageLine
      pack={pack}
      isChosen={chosen.has(pack.id)}
      onChoose={(isChosen) => onChoose([pack.id], isChosen)}
      onMove={isOrdered ? (end) => moveTo(pack.id, end) : undefined}
    />
  );
  return (
    <section aria-label="Lista de pacotes" className="rounded-lg bg-surface shadow-md">
      {isBin ? null : (
        <Checkbox
          label="Selecionar todos desta página"
          className="px-4 text-muted sm:px-5"
          checked={all.every((id) => chosen.has(id))}
          onChange={(event) => onChoose(all, event.target.checked)}
        />
      )}
      {isOrdered ? (
        <OrderedList
          label="Pacotes da categoria, em ordem"
          items={packages.map((pack) => ({ ...pack, name: pack.title }))}
          onOrder={order}
          className="divide-y divide-line border-t border-line pl-1"
        >
          {lineOf}
        </OrderedList>
      ) : (
        <ul>
          {packages.map((pack) => (
            <li
              key={pack.id}
              className="border-t border-line transition-colors first:border-t-0 hover:bg-fg/4"
            >
              {lineOf(pack)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PackageLineProps {
  pack: ManagedPackage;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onMove?: Move | undefined;
}

/** Moves a package to an end of its category. */
type Move = (end: 'first' | 'last') => void;

function PackageLine({ pack, isChosen, onChoose, onMove }: PackageLineProps) {
  return (
    <div className="grid grid-cols-[auto_3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 sm:gap-x-4 sm:px-5 lg:grid-cols-[auto_3.5rem_minmax(0,1fr)_11rem_8.5rem_auto] 2xl:grid-cols-[auto_3.5rem_minmax(0,4fr)_minmax(0,5fr)_minmax(0,3fr)_minmax(0,2fr)_auto]">
      {pack.deletedAt ? (
        <span />
      ) : (
        <Checkbox
          label={<span className="sr-only">Selecionar {pack.title}</span>}
          className="gap-0! py-3!"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <span className="size-14 overflow-hidden rounded-sm">
        <Cover src={pack.coverUrl} title={pack.title} width={56} />
      </span>
      <div className="min-w-0">
        <p className="font-semibold break-words max-sm:line-clamp-2 sm:truncate">
          {pack.deletedAt ? (
            pack.title
          ) : (
            <EditLink id={pack.id} className="rounded-xs hover:text-accent">
              {pack.title}
            </EditLink>
          )}
        </p>
        <p className="truncate text-sm text-muted">{pack.categoryName}</p>
        {pack.tags.length > 0 ? (
          <p className="truncate text-xs text-muted max-sm:hidden 2xl:hidden">
            <Tags tags={pack.tags} most={3} />
          </p>
        ) : null}
      </div>
      <p className="truncate text-sm text-muted max-2xl:hidden">
        <Tags tags={pack.tags} most={8} />
      </p>
      <p className="text-sm text-muted tabular-nums max-lg:order-last max-lg:col-span-2 max-lg:col-start-3">
        {countTracks(pack.trackCount)}
        {pack.totalSize === null ? '' : ` · ${formatSize(pack.totalSize)}`}
        {pack.orderIndex === 0 ? null : (
          <>
            <span className="lg:hidden"> · </span>
            <span className="lg:block">Ordem {pack.orderIndex}</span>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-1.5 max-lg:order-last max-lg:col-span-2 max-lg:col-start-3">
        <State pack={pack} />
      </p>
      <div className="flex items-center justify-end gap-1">
        {pack.deletedAt ? <RestoreButton pack={pack} /> : <Actions pack={pack} onMove={onMove} />}
      </div>
    </div>
  );
}

const Tags = ({ tags, most }: { tags: string[]; most: number }) =>
  tags.slice(0, most).join(', ') + (tags.length > most ? ` +${tags.length - most}` : '');

function State({ pack }: { pack: ManagedPackage }) {
  if (pack.deletedAt) return <Badge tone="danger">Excluído em {formatDate(pack.deletedAt)}</Badge>;
  return (
    <>
      {pack.isDraft ? (
        <Badge tone="accent">Rascunho</Badge>
      ) : (
        <Badge tone={pack.isActive ? 'success' : 'neutral'} lamp={pack.isActive}>
          {pack.isActive ? 'Ativo' : 'Inativo'}
        </Badge>
      )}
      {pack.isFeatured ? <Badge tone="accent">Destaque</Badge> : null}
      {pack.createdByAi ? <Badge tone="info">IA</Badge> : null}
    </>
  );
}

function EditLink({ id, className, children }: { id: string; className?: string; children: string }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('editar', id);
  return (
    <Link to={`?${next}`} preventScrollReset className={className}>
      {children}
    </Link>
  );
}

function useChange() {
  const fetcher = useFetcher<Answer>();
  return {
    busy: fetcher.state !== 'idle',
    send: (fields: Record<string, string>) => void fetcher.submit(fields, { method: 'post' }),
  };
}

function Actions({ pack, onMove }: { pack: ManagedPackage; onMove: Move | undefined }) {
  const [, setParams] = useSearchParams();
  // Here, because the menu's items unmount when it closes.
  const change = useChange();
  const open = (name: 'editar' | 'excluir') =>
    setParams(
      (params) => {
        params.set(name, pack.id);
        return params;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <IconButton label={`Editar ${pack.title}`} className="max-sm:hidden" onClick={() => open('editar')}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Excluir ${pack.title}`} className="max-sm:hidden" onClick={() => open('excluir')}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Menu>
        <MenuTrigger>
          <IconButton label={`Mais ações para ${pack.title}`}>
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          <StateItems pack={pack} change={change} />
          {onMove ? <MoveItems onMove={onMove} /> : null}
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={() => open('excluir')}>
            <Trash2 aria-hidden="true" />
            Excluir
          </MenuItem>
        </MenuContent>
      </Menu>
    </>
  );
}

function MoveItems({ onMove }: { onMove: Move }) {
  return (
    <>
      <MenuItem onSelect={() => onMove('first')}>
        <ArrowUpToLine aria-hidden="true" />
        Mover para o início
      </MenuItem>
      <MenuItem onSelect={() => onMove('last')}>
        <ArrowDownToLine aria-hidden="true" />
        Mover para o fim
      </MenuItem>
    </>
  );
}

/** What can be done with a draft, or with a package that is or was on the site. */
function StateItems({
  pack,
  change: { busy, send },
}: {
  pack: ManagedPackage;
  change: ReturnType<typeof useChange>;
}) {
  return (
    <>
      {pack.isDraft ? (
        <MenuItem asChild>
          <Link to="/admin/rascunhos">
            <ListChecks aria-hidden="true" />
            Revisar rascunho
          </Link>
        </MenuItem>
      ) : (
        <>
          <MenuItem
            disabled={busy}
            onSelect={() =>
              send({ intent: 'batch', ids: pack.id, change: pack.isActive ? 'deactivate' : 'activate' })
            }
          >
            {pack.isActive ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            {pack.isActive ? 'Desativar' : 'Ativar'}
          </MenuItem>
          <MenuItem asChild>
            <Link to={`/package/${pack.id}`}>
              <Eye aria-hidden="true" />
              Ver como assinante
            </Link>
          </MenuItem>
          <MenuItem asChild>
            <Link to={`/admin/downloads/${pack.id}`}>
              <Download aria-hidden="true" />
              Quem baixou
            </Link>
          </MenuItem>
          <MenuItem disabled={busy} onSelect={() => send({ intent: 'duplicate', id: pack.id })}>
            <Copy aria-hidden="true" />
            Duplicar
          </MenuItem>
        </>
      )}
      {pack.hasFolder ? (
        <MenuItem disabled={busy} onSelect={() => send({ intent: 'sync', id: pack.id })}>
          <RefreshCw aria-hidden="true" />
          Sincronizar com o Drive
        </MenuItem>
      ) : null}
    </>
  );
}

function RestoreButton({ pack }: { pack: ManagedPackage }) {
  const { busy, send } = useChange();
  return (
    <Button size="sm" busy={busy} onClick={() => send({ intent: 'restore', id: pack.id })}>
      {busy ? null : <Undo2 aria-hidden="true" />}
      Restaurar
      <span className="sr-only"> {pack.title}</span>
    </Button>
  );
}
