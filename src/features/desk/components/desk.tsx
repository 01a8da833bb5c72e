import Headphones from 'lucide-react/icons/headphones';
import Keyboard from 'lucide-react/icons/keyboard';
import WifiOff from 'lucide-react/icons/wifi-off';
import X from 'lucide-react/icons/x';
import { Dialog as Radix } from 'radix-ui';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useRef } from 'react';
import { useStore } from 'zustand/react';
import { CueEditor } from '#features/cues/components/cue-editor.tsx';
import { KeyList } from '#features/player/components/key-list.tsx';
import { shortcutStore, switchShortcuts } from '#features/player/shortcuts.ts';
import { player } from '#features/player/store.ts';
import { formatCount } from '#platform/format.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog, DialogContent, isOfAnother } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { useMedia } from '#ui/use-media.ts';
import { commandOf, deskKeys } from '../keys.ts';
import { type DeskList, queueOfOne } from '../model.ts';
import { Deck } from './deck.tsx';
import { DeskCards } from './desk-cards.tsx';
import { DeskRows } from './desk-rows.tsx';
import { type DeskControl, type RunCommand, useDesk } from './use-desk.ts';

/** Where a list and its controls have no room beside each other. */
const small = '(width < 48rem), (height < 34rem)';

interface DeskProps {
  list: DeskList;
  onClose: () => void;
  /** Gives the focus back to where it was. */
  giveBack: () => void;
}

/** The listening desk, over the whole window: a list of tracks that is heard through with nothing but keys. */
export function Desk({ list, onClose, giveBack }: DeskProps) {
  const control = useDesk(list, onClose);
  const isOn = useStore(shortcutStore, (state) => state.isOn);
  const { queue } = list;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => player.cover(), []);
  useEffect(() => (queue ? () => player.widen(queue) : undefined), [queue]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          ref={content}
          data-desk=""
          onEscapeKeyDown={(event) => {
            if (isOfAnother(event, content.current)) event.preventDefault();
          }}
          onKeyDown={(event) => onKey(event, isOn, control.run)}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            const { currentTarget: desk } = event;
            if (desk instanceof HTMLElement && !desk.contains(document.activeElement)) desk.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex h-dvh animate-fade-in flex-col bg-ink outline-none"
        >
          <Head title={list.title} control={control} onClose={onClose} />
          <Inside control={control} />
          {control.cuesOf ? (
            <CueEditor
              track={control.cuesOf}
              queue={queueOfOne(control.cuesOf)}
              onClose={() => control.editCues(null)}
            />
          ) : null}
          <Help isOpen={control.isHelpOpen} setOpen={control.setHelpOpen} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const usesSpace = 'button, [role="switch"]';

function onKey(event: KeyboardEvent<HTMLElement>, isOn: boolean, run: RunCommand): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  // The list of keys is a window of its own.
  if (event.target.closest('[role="dialog"]') !== event.currentTarget) return;
  const isPress = event.key === ' ' || event.key === 'Enter';
  if (isPress && event.target.closest(usesSpace)) return;
  const command = commandOf(event, isOn);
  if (!command) return;
  event.preventDefault();
  const isRepeatable = command.do === 'step' || command.do === 'seek-by';
  if (!event.repeat || isRepeatable) run(command, event.repeat);
  if (command.do === 'step' || command.do === 'edge') focusRow(event.currentTarget);
}

/** From a button of the desk, the keys of the list lead back to its current row, once it is drawn. */
function focusRow(desk: HTMLElement): void {
  if (!document.activeElement?.closest('[data-deck]')) return;
  requestAnimationFrame(() => desk.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
}

interface HeadProps {
  title: string;
  control: DeskControl;
  onClose: () => void;
}

function Head({ title, control: { desk, setHelpOpen }, onClose }: HeadProps) {
  const { at, tracks, total } = desk;
  return (
    <header className="flex items-center gap-3 px-4 py-3 low:py-1 sm:px-6">
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
        <Radix.Title className="text-lg whitespace-nowrap sm:text-2xl">Mesa de escuta</Radix.Title>
        <p className="truncate text-sm text-muted">{title}</p>
      </div>
      <p className="rounded-xs bg-sunken px-3 py-1 font-display text-lg font-bold whitespace-nowrap text-accent tabular-nums shadow-well">
        <span className="sr-only">Faixa </span>
        {formatCount(tracks.length === 0 ? 0 : at + 1)}
        <span className="text-sm font-medium text-muted">
          <span aria-hidden="true"> / </span>
          <span className="sr-only"> de </span>
          {formatCount(total)}
        </span>
      </p>
      <IconButton label="Teclas da mesa" className="max-md:hidden" onClick={() => setHelpOpen(true)}>
        <Keyboard aria-hidden="true" />
      </IconButton>
      <IconButton label="Fechar a mesa" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </header>
  );
}

const Rows = memo(DeskRows);
const Controls = memo(Deck);

function Inside({ control }: { control: DeskControl }) {
  const { desk, track, readMore } = control;
  // Drawn after the row: what is drawn first delays the sound.
  const later = useDeferredValue(control);
  const isSmall = useMedia(small);
  if (!track) return <NoTracks rest={desk.rest} readMore={readMore} />;
  return (
    <>
      {isSmall ? <DeskCards {...control} track={track} /> : <Rows {...control} />}
      {desk.rest === 'failed' ? (
        <p role="alert" className="flex items-center justify-center gap-3 bg-sunken px-4 py-2 text-sm">
          Não foi possível carregar as próximas faixas.
          <Button size="sm" onClick={readMore}>
            Tentar de novo
          </Button>
        </p>
      ) : null}
      {isSmall || !later.track ? null : <Controls {...later} track={later.track} />}
    </>
  );
}

function NoTracks({ rest, readMore }: { rest: DeskControl['desk']['rest']; readMore: () => void }) {
  if (rest === 'none')
    return (
      <EmptyState
        icon={<Headphones aria-hidden="true" />}
        title="Nenhuma faixa para ouvir aqui"
        className="flex-1"
      />
    );
  if (rest === 'failed') {
    return (
      <EmptyState
        icon={<WifiOff aria-hidden="true" />}
        title="Não foi possível carregar as faixas"
        text="Confira a conexão."
        className="flex-1"
      >
        <Button onClick={readMore}>Tentar de novo</Button>
      </EmptyState>
    );
  }
  return (
    <div role="status" className="grid flex-1 content-start gap-2 px-6">
      <span className="sr-only">Carregando as faixas...</span>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-10 rounded-sm" />
      ))}
    </div>
  );
}

function Help({ isOpen, setOpen }: { isOpen: boolean; setOpen: (isOpen: boolean) => void }) {
  const isOn = useStore(shortcutStore, (state) => state.isOn);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent title="Teclas da mesa de escuta">
        <KeyList rows={deskKeys} />
        <div className="mt-4">
          <Switch checked={isOn} onCheckedChange={switchShortcuts} label="Usar atalhos do teclado" />
        </div>
      </DialogContent>
    </Dialog>
  );
}
