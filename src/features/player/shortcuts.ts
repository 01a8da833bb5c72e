import { createStore } from 'zustand/vanilla';
import { isDownloadable } from '#features/catalog/kinds.ts';
import { takeEarlyKeys } from '#platform/early-clicks.ts';
import { readKept, writeKept } from '#platform/kept.ts';
import { downloadTrack } from './download.ts';
import { keptNames } from './kept.ts';
import { lookOf } from './model.ts';
import { trackOf } from './playback.ts';
import { playbackStore, player } from './store.ts';

export interface Shortcut {
  /** As in `KeyboardEvent.key`, letters in lower case; with `Shift+` before it a key that counts with Shift only. */
  keys: string[];
  label: string;
  run: (key: string) => void;
}

interface Shortcuts {
  /** Shortcuts of the open page; they win over the player's. */
  registered: Shortcut[];
  isHelpOpen: boolean;
  /** Whether single keys are active; people who use dictation turn them off (WCAG 2.1.4). */
  isOn: boolean;
}

export const shortcutStore = createStore<Shortcuts>(() => ({
  registered: [],
  isHelpOpen: false,
  isOn: true,
}));

/** Registers shortcuts of a page, such as `/` for its search box; returns the unregister function. */
export function registerShortcut(shortcut: Shortcut): () => void {
  shortcutStore.setState(({ registered }) => ({ registered: [shortcut, ...registered] }));
  return () =>
    shortcutStore.setState(({ registered }) => ({
      registered: registered.filter((other) => other !== shortcut),
    }));
}

export const openShortcutHelp = (isHelpOpen = true): void => shortcutStore.setState({ isHelpOpen });

/** Turns single keys on or off for this device. */
export function switchShortcuts(isOn: boolean): void {
  shortcutStore.setState({ isOn });
  writeKept(keptNames.shortcuts, isOn ? null : 'off');
}

const volumeBy = (by: number) => player.setVolume(playbackStore.getState().volume + by);

interface PlayerShortcut extends Shortcut {
  /** When it applies; otherwise the key keeps its usual meaning. */
  isFor: 'loaded' | 'sounding';
}

/** The player's own shortcuts (PLY-16). */
export const playerShortcuts: readonly PlayerShortcut[] = [
  { keys: [' ', 'k'], label: 'Tocar ou pausar', isFor: 'loaded', run: () => player.toggle() },
  {
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'Voltar ou avançar 5 segundos',
    isFor: 'loaded',
    run: (key) => player.seekBy(key === 'ArrowLeft' ? -5 : 5),
  },
  {
    keys: ['j', 'l'],
    label: 'Voltar ou avançar 10 segundos',
    isFor: 'loaded',
    run: (key) => player.seekBy(key === 'j' ? -10 : 10),
  },
  {
    keys: ['p', 'n'],
    label: 'Faixa anterior ou próxima',
    isFor: 'loaded',
    run: (key) => {
      if (key === 'p') player.previous();
      else player.next();
      requestAnimationFrame(goToCurrentRow);
    },
  },
  {
    keys: ['ArrowUp', 'ArrowDown'],
    label: 'Volume, enquanto toca',
    isFor: 'sounding',
    run: (key) => volumeBy(key === 'ArrowUp' ? 0.1 : -0.1),
  },
  {
    keys: ['m', 'Shift+m'],
    label: 'Ligar ou desligar o som',
    isFor: 'loaded',
    run: () => player.toggleMute(),
  },
  { keys: ['d'], label: 'Baixar a faixa atual', isFor: 'loaded', run: () => downloadCurrent() },
];

/** Where the page lists the current track, scrolls its row into view and focuses it. */
function goToCurrentRow(): void {
  const button = document.querySelector<HTMLElement>('li [data-track][data-current]');
  button?.focus({ preventScroll: true });
  button?.closest('li')?.scrollIntoView({ block: 'nearest' });
}

function downloadCurrent(): void {
  const state = playbackStore.getState();
  const track = trackOf(state);
  if (!track || !state.queue || !isDownloadable(lookOf(state.queue, track).kind)) return;
  void downloadTrack(track, 'mini');
}

const typing = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]';
const overlay = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const takesSpace = 'button, summary, [role="button"], [role="tab"], [role="switch"], [role="checkbox"]';
const takesArrows = '[role="slider"], [role="tablist"], [role="radiogroup"], [role="grid"], video, iframe';

/** Whether the focused element uses this key itself: a field, a dialog, a button. */
function isTaken(key: string, target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"]')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(typing) || target.closest(overlay)) return true;
  if (key === ' ') return target.closest(takesSpace) !== null;
  return key.startsWith('Arrow') && target.closest(takesArrows) !== null;
}

function isReady({ isFor }: PlayerShortcut): boolean {
  const state = playbackStore.getState();
  return trackOf(state) !== null && (isFor === 'loaded' || state.wanted);
}

function shortcutOf(key: string): Shortcut | null {
  const { registered } = shortcutStore.getState();
  const ofPage = registered.find(({ keys }) => keys.includes(key));
  if (ofPage) return ofPage;
  return playerShortcuts.find((one) => one.keys.includes(key) && isReady(one)) ?? null;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!shortcutStore.getState().isOn || isTaken(key, event.target)) return;
  if (event.repeat && !key.startsWith('Arrow')) return;
  const shifted = event.shiftKey ? shortcutOf(`Shift+${key}`) : null;
  const shortcut = key === '?' ? { run: () => openShortcutHelp() } : (shifted ?? shortcutOf(key));
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run(key);
}

/** Listens to keys of the whole page, and answers those from before; returns the unsubscribe function. */
export function listenToKeys(): () => void {
  shortcutStore.setState({ isOn: readKept(keptNames.shortcuts) !== 'off' });
  window.addEventListener('keydown', onKey);
  for (const key of takeEarlyKeys()) onKey(key);
  return () => window.removeEventListener('keydown', onKey);
}
