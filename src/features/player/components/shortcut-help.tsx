import { useStore } from 'zustand/react';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';
import { openShortcutHelp, playerShortcuts, shortcutStore, switchShortcuts } from '../shortcuts.ts';
import { KeyList } from './key-list.tsx';

const keyNames: Record<string, string> = {
  ' ': 'Espaço',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

const capOf = (key: string): string => keyNames[key] ?? key.replace('Shift+', '⇧ ').toUpperCase();

/** The list of shortcuts, under `?`: the page's and the player's. Single keys can be turned off here. */
export function ShortcutHelp() {
  const registered = useStore(shortcutStore, (state) => state.registered);
  const isOn = useStore(shortcutStore, (state) => state.isOn);
  const ofPage = new Set(registered.flatMap(({ keys }) => keys));
  const own = playerShortcuts
    .map(({ keys, label }) => ({ keys: keys.filter((key) => !ofPage.has(key)), label }))
    .filter(({ keys }) => keys.length > 0);
  const rows = [...own, ...registered, { keys: ['?'], label: 'Mostrar esta lista' }].map(
    ({ keys, label }) => ({ label, caps: keys.map(capOf) }),
  );
  return (
    <Dialog open onOpenChange={openShortcutHelp}>
      <DialogContent
        title="Atalhos de teclado"
        description="Valem em toda a página, menos enquanto você digita."
      >
        <KeyList rows={rows} />
        <div className="mt-4">
          <Switch checked={isOn} onCheckedChange={switchShortcuts} label="Usar atalhos do teclado" />
        </div>
      </DialogContent>
    </Dialog>
  );
}
