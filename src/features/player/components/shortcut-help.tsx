import { useStore } from 'zustand/react';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';
import {
  openShortcutHelp,
  playerShortcuts,
  type Shortcut,
  shortcutStore,
  switchShortcuts,
} from '../shortcuts.ts';

const keyNames: Record<string, string> = {
  ' ': 'Espaço',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The list of shortcuts, under `?`: the page's and the player's. Single keys can be turned off here. */
export function ShortcutHelp() {
  const registered = useStore(shortcutStore, (state) => state.registered);
  const isOn = useStore(shortcutStore, (state) => state.isOn);
  const ofPage = new Set(registered.flatMap(({ keys }) => keys));
  const own = playerShortcuts.filter(({ keys }) => !keys.some((key) => ofPage.has(key)));
  const help: Shortcut = { keys: ['?'], label: 'Mostrar esta lista', run: () => {} };
  return (
    <Dialog open onOpenChange={openShortcutHelp}>
      <DialogContent
        title="Atalhos de teclado"
        description="Valem em toda a página, menos enquanto você digita."
      >
        <dl className="divide-y divide-line">
          {[...own, ...registered, help].map((shortcut) => (
            <div key={shortcut.keys.join()} className="flex items-center justify-between gap-4 py-2.5">
              <dt className="text-sm">{shortcut.label}</dt>
              <dd className="flex shrink-0 gap-1.5">
                {shortcut.keys.map((key) => (
                  <kbd
                    key={key}
                    className="min-w-8 rounded-xs bg-lifted px-2 py-1 text-center font-sans text-xs font-semibold shadow-sm"
                  >
                    {keyNames[key] ?? key.toUpperCase()}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4">
          <Switch checked={isOn} onCheckedChange={switchShortcuts} label="Usar atalhos do teclado" />
        </div>
      </DialogContent>
    </Dialog>
  );
}
