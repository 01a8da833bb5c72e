import { isMark, type Mark } from './model.ts';

/** What a key asks of the desk. */
export type Command =
  | { do: 'step'; by: number }
  | { do: 'edge'; to: 'first' | 'last' }
  | {
      do:
        | 'toggle'
        | 'heart'
        | 'download'
        | 'similar'
        | 'project'
        | 'undo'
        | 'help'
        | 'close'
        | 'mute'
        | 'intro'
        | 'cues';
    }
  | { do: 'seek-by'; seconds: number }
  | { do: 'seek-to'; tenth: number }
  | { do: 'peak'; by: 1 | -1 }
  | { do: 'mark'; mark: Mark };

/** The part of a KeyboardEvent that decides. */
export interface Press {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export interface DeskKey {
  /** As they are shown. */
  caps: readonly string[];
  label: string;
  /** A key that writes a character: it can be turned off, with the other shortcuts (WCAG 2.1.4). */
  isTyped?: true;
  read: (press: Press) => Command | null;
}

const page = 10;

/** A key of one name, with or without Shift. */
const on = (key: string, command: Command, isShifted = false): DeskKey['read'] => {
  return (press) => (press.key === key && press.shiftKey === isShifted ? command : null);
};
const letter = (name: string, command: Command): DeskKey['read'] => {
  return (press) => (!press.shiftKey && press.key.toLowerCase() === name ? command : null);
};
/** The digit of a key by its place, because with Shift each keyboard writes another sign there. */
const digitOf = ({ code }: Press): number | null => {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined ? null : Number(digit);
};
const either = (first: DeskKey['read'], second: DeskKey['read']): DeskKey['read'] => {
  return (press) => first(press) ?? second(press);
};

/** Every key of the desk: what is pressed, what is shown under `?`, and what it does. */
export const deskKeys: readonly DeskKey[] = [
  {
    caps: ['↓', '↑'],
    label: 'Faixa seguinte ou anterior, já tocando',
    read: either(on('ArrowDown', { do: 'step', by: 1 }), on('ArrowUp', { do: 'step', by: -1 })),
  },
  {
    caps: ['Page Down', 'Page Up'],
    label: 'Dez faixas adiante ou atrás',
    read: either(on('PageDown', { do: 'step', by: page }), on('PageUp', { do: 'step', by: -page })),
  },
  {
    caps: ['Home', 'End'],
    label: 'Primeira ou última faixa',
    read: either(on('Home', { do: 'edge', to: 'first' }), on('End', { do: 'edge', to: 'last' })),
  },
  {
    caps: ['Espaço'],
    label: 'Tocar ou pausar',
    read: either(on(' ', { do: 'toggle' }), on('Enter', { do: 'toggle' })),
  },
  {
    caps: ['←', '→'],
    label: 'Voltar ou avançar 2 segundos',
    read: either(
      on('ArrowLeft', { do: 'seek-by', seconds: -2 }),
      on('ArrowRight', { do: 'seek-by', seconds: 2 }),
    ),
  },
  {
    caps: ['⇧ ←', '⇧ →'],
    label: 'Pico de energia anterior ou seguinte',
    read: either(
      on('ArrowRight', { do: 'peak', by: 1 }, true),
      on('ArrowLeft', { do: 'peak', by: -1 }, true),
    ),
  },
  {
    caps: ['0', 'a', '9'],
    label: 'Ir ao começo, a 10 %, ... a 90 % da faixa',
    isTyped: true,
    read: (press) => {
      const tenth = digitOf(press);
      return tenth === null || press.shiftKey ? null : { do: 'seek-to', tenth };
    },
  },
  {
    caps: ['⇧ 1', 'a', '⇧ 5'],
    label: 'Marcar só para você; repita a marca para tirá-la',
    isTyped: true,
    read: (press) => {
      const mark = digitOf(press);
      return press.shiftKey && isMark(mark) ? { do: 'mark', mark } : null;
    },
  },
  { caps: ['I'], label: 'Ir ao fim da introdução', isTyped: true, read: letter('i', { do: 'intro' }) },
  {
    caps: ['E'],
    label: 'Pontos de entrada e saída',
    isTyped: true,
    read: letter('e', { do: 'cues' }),
  },
  { caps: ['F'], label: 'Favoritar', isTyped: true, read: letter('f', { do: 'heart' }) },
  { caps: ['D'], label: 'Baixar', isTyped: true, read: letter('d', { do: 'download' }) },
  { caps: ['P'], label: 'Adicionar a um projeto', isTyped: true, read: letter('p', { do: 'project' }) },
  { caps: ['S'], label: 'Sons parecidos', isTyped: true, read: letter('s', { do: 'similar' }) },
  {
    caps: ['Z'],
    label: 'Desfazer o último favorito, marca ou adição a projeto',
    isTyped: true,
    read: letter('z', { do: 'undo' }),
  },
  {
    caps: ['⇧ M'],
    label: 'Ligar ou desligar o som',
    isTyped: true,
    read: ({ key, shiftKey }) => (shiftKey && key.toLowerCase() === 'm' ? { do: 'mute' } : null),
  },
  {
    caps: ['?'],
    label: 'Mostrar esta lista',
    isTyped: true,
    read: ({ key }) => (key === '?' ? { do: 'help' } : null),
  },
  { caps: ['Esc', 'M'], label: 'Fechar a mesa', isTyped: true, read: letter('m', { do: 'close' }) },
];

/** What a press asks; null: the key keeps its usual meaning. @param isOn whether keys that write characters count */
export function commandOf(press: Press, isOn: boolean): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  for (const { isTyped, read } of deskKeys) {
    const command = isTyped && !isOn ? null : read(press);
    if (command) return command;
  }
  return null;
}
